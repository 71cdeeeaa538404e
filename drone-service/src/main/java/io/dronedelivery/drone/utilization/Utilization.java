package io.dronedelivery.drone.utilization;

import java.math.BigDecimal;

/**
 * How much an owner used the drones in a month.
 *
 * @param travelledKm distance of all flights, exact to the hundredth
 * @param assignedHours duration of all flights, rounded half up to the hundredth
 * @param payloadKg weight that they carried, exact to the hundredth
 * @param capacityShare carried weight divided by the drones' payload, 0 to 1, rounded half up to four decimals
 */
record Utilization(
        int flights,
        BigDecimal travelledKm,
        BigDecimal assignedHours,
        BigDecimal payloadKg,
        BigDecimal capacityShare) {}
