package io.dronedelivery.drone.flight;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The flight of a delivery as its document holds it.
 *
 * @param deliveryId the delivery, whose id is the flight's too
 * @param ownerId whose delivery it is
 * @param droneId the drone
 * @param departedAt when it took off
 * @param arrivedAt when it landed, absent before
 * @param distanceKm the way it flew
 * @param flightSeconds the time it took
 * @param payloadKg what it carried
 * @param capacityKg what it could have carried
 */
record Flight(
        String deliveryId,
        String ownerId,
        String droneId,
        Instant departedAt,
        @Nullable Instant arrivedAt,
        BigDecimal distanceKm,
        long flightSeconds,
        BigDecimal payloadKg,
        BigDecimal capacityKg) {}
