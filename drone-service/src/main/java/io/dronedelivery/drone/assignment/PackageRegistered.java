package io.dronedelivery.drone.assignment;

/**
 * The event that one package of a delivery is ready.
 *
 * @param number 1 to {@code packageCount}
 */
record PackageRegistered(String deliveryId, String ownerId, String packageId, int number, int packageCount) {

    /** @throws io.dronedelivery.messaging.event.InvalidEventException naming the member that breaks its limits */
    PackageRegistered checked() {
        EventLimits.identifier("deliveryId", deliveryId);
        EventLimits.identifier("ownerId", ownerId);
        EventLimits.require(number >= 1 && number <= packageCount, "number must be from 1 to packageCount");
        return this;
    }
}
