package io.dronedelivery.localstack.sample;

import java.time.YearMonth;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the sample data is made from; equal specifications give equal data, on every machine.
 *
 * @param owners how many owners, named {@code o-1}, {@code o-2}, ...
 * @param months how many months, from {@link #FIRST_MONTH} on
 * @param deliveries how many deliveries, named {@code d-000001}, {@code d-000002}, ... in the order of their time
 * @param seed the seed of everything random
 * @param spread who asks for a delivery
 */
public record SampleSpec(int owners, int months, int deliveries, long seed, Spread spread) {

    /** Who asks for a delivery. */
    public enum Spread {
        /** An owner drawn at random; some deliveries are cancelled, and some are still under way. */
        LOT,
        /**
         * All owners in turn, and every delivery is completed: with as many deliveries as owners times months, each owner has exactly
         * one in each month.
         */
        EVEN
    }

    /** Fixed, not the current month: the data of a seed must be the same tomorrow. */
    public static final YearMonth FIRST_MONTH = YearMonth.of(2025, 1);

    static final String OWNER_PREFIX = "o-";

    /** With owners drawn at random. */
    public SampleSpec(int owners, int months, int deliveries, long seed) {
        this(owners, months, deliveries, seed, Spread.LOT);
    }

    public SampleSpec {
        if (owners < 1 || months < 1 || deliveries < 0) {
            throw new IllegalArgumentException("owners and months must be at least 1, deliveries at least 0");
        }
    }

    /** All owners' identifiers. */
    public List<String> ownerIds() {
        return IntStream.rangeClosed(1, owners).mapToObj(SampleSpec::ownerId).toList();
    }

    static String ownerId(int number) {
        return OWNER_PREFIX + number;
    }

    /** The month with the given index, 0 is the first. */
    YearMonth month(int monthIndex) {
        return FIRST_MONTH.plusMonths(monthIndex);
    }

    YearMonth lastMonth() {
        return month(months - 1);
    }

    int monthIndexOf(int deliveryIndex) {
        return (int) ((long) deliveryIndex * months / deliveries);
    }

    /** The index of the first delivery of a month; of the month after the last: the number of deliveries. */
    int firstDeliveryOf(int monthIndex) {
        return (int) (((long) monthIndex * deliveries + months - 1) / months);
    }

    /**
     * How many owners, counted from {@code o-1}, those of a month's deliveries are drawn from. The last owner joins half-way through: an
     * owner that exists and has empty months.
     */
    int activeOwners(int monthIndex) {
        return owners > 1 && monthIndex < months / 2 ? owners - 1 : owners;
    }

    /** How many owners, counted from {@code o-1}, have an invoice of a month: where all take turns, the last one also before it joins. */
    int ownersWithInvoice(int monthIndex) {
        return spread == Spread.EVEN ? owners : activeOwners(monthIndex);
    }
}
