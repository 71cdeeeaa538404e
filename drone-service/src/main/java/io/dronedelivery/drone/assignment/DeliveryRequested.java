package io.dronedelivery.drone.assignment;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The event that begins a delivery.
 *
 * @param pickup where the packages are picked up
 * @param dropoff where the packages are delivered
 * @param expedited whether it has priority
 * @param packageCount number of {@code PackageRegistered} events that belong to it
 * @param tariffVersion decides the price; null from earlier releases
 */
record DeliveryRequested(
        String deliveryId,
        String ownerId,
        Instant requestedAt,
        Location pickup,
        Location dropoff,
        boolean expedited,
        int packageCount,
        BigDecimal packagesWeightKg,
        @Nullable Integer tariffVersion) {

    /** @throws io.dronedelivery.messaging.event.InvalidEventException naming the member that breaks its limits */
    DeliveryRequested checked() {
        EventLimits.identifier("deliveryId", deliveryId);
        EventLimits.identifier("ownerId", ownerId);
        EventLimits.require(pickup.isOnEarth(), "pickup must be on earth");
        EventLimits.require(dropoff.isOnEarth(), "dropoff must be on earth");
        EventLimits.require(packageCount >= 1, "packageCount must be at least 1");
        EventLimits.require(packagesWeightKg.signum() > 0, "packagesWeightKg must be above 0");
        return this;
    }
}
