package io.dronedelivery.localstack.sample;

import java.time.YearMonth;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The specification of the sample data. Equal specifications give equal data on every machine.
 *
 * @param owners number of owners, named {@code o-1}, {@code o-2}, ...
 * @param months number of months, from {@link #FIRST_MONTH} on
 * @param deliveries number of deliveries, named {@code d-000001}, {@code d-000002}, ... in the order of their time
 * @param seed the seed of everything random
 * @param spread how deliveries are distributed over owners
 */
public record SampleSpec(int owners, int months, int deliveries, long seed, SampleSpread spread) {

    /** How deliveries are distributed over owners. */
    public enum SampleSpread {
        /** Owners are drawn at random. Some deliveries are cancelled, and some are still under way. */
        LOT,
        /**
         * All owners in turn, and every delivery is completed. With as many deliveries as owners times months, each owner has exactly one
         * in each month.
         */
        EVEN
    }

    /** Fixed instead of the present month, because the data of a seed must be the same tomorrow. */
    public static final YearMonth FIRST_MONTH = YearMonth.of(2025, 1);

    static final String OWNER_PREFIX = "o-";

    /** A specification with owners drawn at random. */
    public SampleSpec(int owners, int months, int deliveries, long seed) {
        this(owners, months, deliveries, seed, SampleSpread.LOT);
    }

    public SampleSpec {
        if (owners < 1 || months < 1 || deliveries < 0) {
            throw new IllegalArgumentException("owners and months must be at least 1, deliveries at least 0");
        }
    }

    public List<String> ownerIds() {
        return IntStream.rangeClosed(1, owners).mapToObj(SampleSpec::ownerId).toList();
    }

    static String ownerId(int number) {
        return OWNER_PREFIX + number;
    }

    /** The month with the given index, from 0. */
    YearMonth month(int monthIndex) {
        return FIRST_MONTH.plusMonths(monthIndex);
    }

    YearMonth lastMonth() {
        return month(months - 1);
    }

    int monthIndexOf(int deliveryIndex) {
        return (int) ((long) deliveryIndex * months / deliveries);
    }

    /** The index of the first delivery of a month. For the month after the last: the number of deliveries. */
    int firstDeliveryOf(int monthIndex) {
        return (int) (((long) monthIndex * deliveries + months - 1) / months);
    }

    /**
     * The number of owners, counted from {@code o-1}, that a month's deliveries belong to. The last owner joins half-way through, as an
     * example of an owner with empty months.
     */
    int activeOwners(int monthIndex) {
        return owners > 1 && monthIndex < months / 2 ? owners - 1 : owners;
    }

    /**
     * The number of owners, counted from {@code o-1}, that have an invoice of a month. With {@link SampleSpread#EVEN} it includes the last owner
     * before it joins.
     */
    int ownersWithInvoice(int monthIndex) {
        return spread == SampleSpread.EVEN ? owners : activeOwners(monthIndex);
    }
}
