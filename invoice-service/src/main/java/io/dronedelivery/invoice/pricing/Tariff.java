package io.dronedelivery.invoice.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/**
 * The price of a delivery: a base fee, the distance, the weight, and every package after the first. An expedited delivery costs half as
 * much again. Every price of an invoice line comes from here.
 */
public final class Tariff {

    /** The currency of every price of this tariff (ISO 4217). */
    public static final Currency CURRENCY = Currency.getInstance("USD");

    private static final BigDecimal BASE = new BigDecimal("2.90");
    private static final BigDecimal PER_KM = new BigDecimal("0.85");
    private static final BigDecimal PER_KG = new BigDecimal("0.45");
    private static final BigDecimal PER_FURTHER_PACKAGE = new BigDecimal("0.60");
    private static final BigDecimal EXPEDITED = new BigDecimal("1.5");

    private Tariff() {}

    /**
     * The price of one delivery.
     *
     * @param distanceKm distance of the flight in kilometres, not negative
     * @param totalWeightKg weight of all packages in kilograms, not negative
     * @param packageCount at least 1
     * @param expedited whether the delivery has priority
     * @return the amount in {@link #CURRENCY} with two decimals, rounded half up once at the end
     * @throws IllegalArgumentException when an argument is out of its range; the message names it
     */
    public static BigDecimal price(
            BigDecimal distanceKm, BigDecimal totalWeightKg, int packageCount, boolean expedited) {
        requireNotNegative("distanceKm", distanceKm);
        requireNotNegative("totalWeightKg", totalWeightKg);
        if (packageCount < 1) {
            throw new IllegalArgumentException("packageCount must be at least 1, was " + packageCount);
        }
        BigDecimal price = BASE.add(PER_KM.multiply(distanceKm))
                .add(PER_KG.multiply(totalWeightKg))
                .add(PER_FURTHER_PACKAGE.multiply(BigDecimal.valueOf(packageCount - 1L)));
        return (expedited ? price.multiply(EXPEDITED) : price).setScale(2, RoundingMode.HALF_UP);
    }

    private static void requireNotNegative(String name, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(name + " must not be negative, was " + value.toPlainString());
        }
    }
}
