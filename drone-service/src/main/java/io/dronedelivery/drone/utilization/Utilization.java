package io.dronedelivery.drone.utilization;

import java.math.BigDecimal;

/**
 * How much an owner used the drones in a month.
 *
 * @param flights how many flights
 * @param travelledKm the way they flew, exact to the hundredth
 * @param assignedHours the time they took, rounded half up to the hundredth
 * @param payloadKg what they carried, exact to the hundredth
 * @param capacityShare what they carried of what they could have carried, 0 to 1, rounded half up to four decimals
 */
record Utilization(
        int flights,
        BigDecimal travelledKm,
        BigDecimal assignedHours,
        BigDecimal payloadKg,
        BigDecimal capacityShare) {}
