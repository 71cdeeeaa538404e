package io.dronedelivery.drone.assignment;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * The event that begins a delivery.
 *
 * @param deliveryId the delivery
 * @param ownerId who asked for it
 * @param requestedAt when
 * @param pickup from where
 * @param dropoff to where
 * @param expedited whether it goes before others
 * @param packageCount how many {@code PackageRegistered} belong to it
 * @param packagesWeightKg the weight of all of them
 */
record DeliveryRequested(
        String deliveryId,
        String ownerId,
        Instant requestedAt,
        Location pickup,
        Location dropoff,
        boolean expedited,
        int packageCount,
        BigDecimal packagesWeightKg) {

    /** @throws io.dronedelivery.messaging.event.InvalidEventException naming the member that breaks its limits */
    DeliveryRequested checked() {
        Limits.identifier("deliveryId", deliveryId);
        Limits.identifier("ownerId", ownerId);
        Limits.require(pickup.isOnEarth(), "pickup must be on earth");
        Limits.require(dropoff.isOnEarth(), "dropoff must be on earth");
        Limits.require(packageCount >= 1, "packageCount must be at least 1");
        Limits.require(packagesWeightKg.signum() > 0, "packagesWeightKg must be above 0");
        return this;
    }
}
