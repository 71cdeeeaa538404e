package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.security.Identifier;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A caller's request for a delivery.
 *
 * @param ownerId the owner, who pays
 * @param pickup where the packages are picked up
 * @param dropoff where the packages are delivered
 * @param packages 1 to 7
 * @param expedited whether it has priority; absent means no
 */
record DeliveryRequest(
        @NotNull(message = "is missing") @Identifier String ownerId,
        @NotNull(message = "is missing") @Valid Location pickup,
        @NotNull(message = "is missing") @Valid Location dropoff,

        @NotNull(message = "is missing") @Size(min = 1, max = 7, message = "must hold 1 to 7 packages")
        List<@NotNull(message = "is missing") @Valid Parcel> packages,

        boolean expedited) {

    /**
     * A place on earth, in degrees. Rounded to 15 decimals, which is more precise than any known position.
     *
     * @param latitude north of the equator
     * @param longitude east of Greenwich
     */
    record Location(
            @NotNull(message = "is missing")
            @DecimalMin(value = "-90", message = "must be from -90 to 90")
            @DecimalMax(value = "90", message = "must be from -90 to 90")
            BigDecimal latitude,

            @NotNull(message = "is missing")
            @DecimalMin(value = "-180", message = "must be from -180 to 180")
            @DecimalMax(value = "180", message = "must be from -180 to 180")
            BigDecimal longitude) {

        private static final int DECIMALS = 15;
        private static final BigDecimal ZERO = BigDecimal.ZERO.setScale(DECIMALS);

        private Location rounded() {
            return new Location(rounded(latitude), rounded(longitude));
        }

        Location withoutTrailingZeros() {
            return new Location(latitude.stripTrailingZeros(), longitude.stripTrailingZeros());
        }

        private static BigDecimal rounded(BigDecimal degrees) {
            if (degrees.scale() <= DECIMALS) {
                return degrees;
            }
            return isRoundedToZero(degrees) ? ZERO : degrees.setScale(DECIMALS, RoundingMode.HALF_EVEN);
        }

        /**
         * Whether the value is less than a tenth of the last decimal. Computed without {@link BigDecimal#setScale}, which would divide
         * 1e-300000000 by a power of ten with 300 million digits.
         */
        private static boolean isRoundedToZero(BigDecimal degrees) {
            return (long) degrees.precision() - degrees.scale() < -DECIMALS;
        }
    }

    /**
     * @param size small, medium or large
     * @param weightKg above 0, at most 25, in steps of 0.01
     */
    record Parcel(
            @NotNull(message = "is missing")
            @Pattern(regexp = "small|medium|large", message = "must be small, medium or large")
            String size,

            @NotNull(message = "is missing")
            @DecimalMin(value = "0", inclusive = false, message = "must be above 0")
            @DecimalMax(value = "25", message = "must be at most 25")
            @Digits(integer = 2, fraction = 2, message = "must have at most two decimals")
            BigDecimal weightKg) {}

    /** The request with its places rounded, as it is stored and announced. */
    DeliveryRequest withRoundedPlaces() {
        return new DeliveryRequest(ownerId, pickup.rounded(), dropoff.rounded(), packages, expedited);
    }

    /** The number of events that announce the delivery: one for itself and one for each package. */
    int events() {
        return 1 + packages.size();
    }
}
