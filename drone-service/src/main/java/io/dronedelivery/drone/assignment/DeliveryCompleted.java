package io.dronedelivery.drone.assignment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/**
 * The event that ends a delivery.
 *
 * @param deliveryId the delivery
 * @param ownerId who asked for it
 * @param droneId which drone flew it
 * @param requestedAt when it was asked for
 * @param completedAt when it arrived
 * @param distanceKm the way the drone flew
 * @param flightSeconds the time it took
 * @param packageCount how many packages it carried
 * @param packagesWeightKg their weight
 * @param expedited whether it went before others
 */
record DeliveryCompleted(
        String deliveryId,
        String ownerId,
        String droneId,
        Instant requestedAt,
        Instant completedAt,
        BigDecimal distanceKm,
        long flightSeconds,
        int packageCount,
        BigDecimal packagesWeightKg,
        boolean expedited) {

    /** Numbers have two decimals, so that every publication of the event has the same bytes. */
    DeliveryCompleted {
        distanceKm = distanceKm.setScale(2, RoundingMode.HALF_UP);
        packagesWeightKg = packagesWeightKg.setScale(2, RoundingMode.HALF_UP);
    }
}
