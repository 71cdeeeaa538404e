package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.input.Identifier;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a caller asks for.
 *
 * @param ownerId who pays
 * @param pickup from where
 * @param dropoff to where
 * @param packages 1 to 7
 * @param expedited whether it goes before others; not when absent
 */
record DeliveryRequest(
        @NotNull(message = "is missing") @Identifier String ownerId,
        @NotNull(message = "is missing") @Valid Location pickup,
        @NotNull(message = "is missing") @Valid Location dropoff,

        @NotNull(message = "is missing") @Size(min = 1, max = 7, message = "must hold 1 to 7 packages")
        List<@NotNull(message = "is missing") @Valid Parcel> packages,

        boolean expedited) {

    /**
     * A place on earth, in degrees with at most 15 decimals, which is more than any position is known by.
     *
     * @param latitude north of the equator
     * @param longitude east of Greenwich
     */
    record Location(
            @NotNull(message = "is missing")
            @DecimalMin(value = "-90", message = "must be from -90 to 90")
            @DecimalMax(value = "90", message = "must be from -90 to 90")
            @Digits(integer = 3, fraction = 15, message = "must have at most 15 decimals")
            BigDecimal latitude,

            @NotNull(message = "is missing")
            @DecimalMin(value = "-180", message = "must be from -180 to 180")
            @DecimalMax(value = "180", message = "must be from -180 to 180")
            @Digits(integer = 3, fraction = 15, message = "must have at most 15 decimals")
            BigDecimal longitude) {

        Location withoutTrailingZeros() {
            return new Location(latitude.stripTrailingZeros(), longitude.stripTrailingZeros());
        }
    }

    /**
     * One package.
     *
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

    /** How many events announce it: one for itself and one for each package. */
    int events() {
        return 1 + packages.size();
    }
}
