package io.dronedelivery.loadtest;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Owners and months to ask for: every owner as often as any other, each with all twelve months of all years. Neighbours in time are
 * different owners, so that the load is spread over the partitions.
 */
final class OwnerMonths {

    private static final int MONTHS = 12;

    private final String prefix;
    private final int owners;
    private final List<Integer> years;
    private final AtomicLong next = new AtomicLong();

    OwnerMonths(String prefix, int owners, List<Integer> years) {
        this.prefix = prefix;
        this.owners = owners;
        this.years = List.copyOf(years);
    }

    static OwnerMonths of(Settings settings) {
        return new OwnerMonths(
                settings.text("owner.prefix", "o-"),
                settings.number("owners", 50, 1, 10_000_000),
                settings.years("years", "2025,2026"));
    }

    /** Never ends; for users at the same time. */
    Iterator<Map<String, Object>> feeder() {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Map<String, Object> next() {
                return at(next.getAndIncrement());
            }
        };
    }

    private Map<String, Object> at(long index) {
        long owner = index % owners;
        long round = index / owners;
        // Adding the owner lets a single round, too, visit all months.
        int month = (int) ((round + owner) % MONTHS);
        int year = (int) ((round / MONTHS) % years.size());
        return Map.of("ownerId", prefix + (owner + 1), "year", years.get(year), "month", month + 1);
    }
}
