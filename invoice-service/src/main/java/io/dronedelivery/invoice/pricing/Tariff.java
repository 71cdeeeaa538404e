package io.dronedelivery.invoice.pricing;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * The price of a delivery: a base fee, the distance, the weight, and every package after the first. Every price of an invoice line comes
 * from here.
 *
 * @param base the fee of each delivery
 * @param perKm for each kilometre
 * @param perKg for each kilogram
 * @param perFurtherPackage for each package after the first
 * @param expeditedFactor multiplies the price of an expedited delivery
 */
@ConfigurationPropertiesSource
public record Tariff(
        @NotNull @DecimalMin("0") BigDecimal base,
        @NotNull @DecimalMin("0") BigDecimal perKm,
        @NotNull @DecimalMin("0") BigDecimal perKg,
        @NotNull @DecimalMin("0") BigDecimal perFurtherPackage,
        @NotNull @DecimalMin("0") BigDecimal expeditedFactor) {

    /** The currency of every price (ISO 4217). */
    public static final Currency CURRENCY = Currency.getInstance("USD");

    public static final Tariff FIRST = new Tariff(
            new BigDecimal("2.90"),
            new BigDecimal("0.85"),
            new BigDecimal("0.45"),
            new BigDecimal("0.60"),
            new BigDecimal("1.5"));

    /**
     * @param distanceKm distance of the flight in kilometres, not negative
     * @param totalWeightKg weight of all packages in kilograms, not negative
     * @param packageCount at least 1
     * @param expedited whether the delivery has priority
     * @return the amount in {@link #CURRENCY} with two decimals, rounded half up once at the end
     * @throws IllegalArgumentException when an argument is out of its range; the message names it
     */
    public BigDecimal price(BigDecimal distanceKm, BigDecimal totalWeightKg, int packageCount, boolean expedited) {
        requireNotNegative("distanceKm", distanceKm);
        requireNotNegative("totalWeightKg", totalWeightKg);
        if (packageCount < 1) {
            throw new IllegalArgumentException("packageCount must be at least 1, was " + packageCount);
        }
        BigDecimal price = base.add(perKm.multiply(distanceKm))
                .add(perKg.multiply(totalWeightKg))
                .add(perFurtherPackage.multiply(BigDecimal.valueOf(packageCount - 1L)));
        return (expedited ? price.multiply(expeditedFactor) : price).setScale(2, RoundingMode.HALF_UP);
    }

    private static void requireNotNegative(String name, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(name + " must not be negative, was " + value.toPlainString());
        }
    }
}
