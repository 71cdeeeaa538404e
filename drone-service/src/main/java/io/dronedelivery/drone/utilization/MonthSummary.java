package io.dronedelivery.drone.utilization;

import io.dronedelivery.servicekit.security.OwnerMonth;

/**
 * The document of an owner's month in the container of the summaries.
 *
 * @param id the month, such as {@code 2026-11}
 * @param ownerId the owner, who is the partition key
 * @param totals the sums over the month's flights
 */
record MonthSummary(String id, String ownerId, FlightTotals totals) {

    static MonthSummary of(OwnerMonth month, FlightTotals totals) {
        return new MonthSummary(idOf(month), month.owner().id(), totals);
    }

    static String idOf(OwnerMonth month) {
        return "%04d-%02d".formatted(month.year(), month.month());
    }
}
