package io.dronedelivery.invoice.completed;

import io.dronedelivery.messaging.event.InvalidEventException;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What an invoice needs of the event {@code DeliveryCompleted}.
 *
 * @param deliveryId the delivery
 * @param ownerId who pays
 * @param requestedAt decides the month
 * @param distanceKm what the drone flew
 * @param packageCount how many packages it carried
 * @param packagesWeightKg their weight
 * @param expedited whether it went before others
 */
record DeliveryCompleted(
        String deliveryId,
        String ownerId,
        Instant requestedAt,
        BigDecimal distanceKm,
        int packageCount,
        BigDecimal packagesWeightKg,
        boolean expedited) {

    /** @throws InvalidEventException naming the member that breaks its limits */
    DeliveryCompleted checked() {
        require(!deliveryId.isBlank(), "deliveryId must not be blank");
        require(distanceKm.signum() >= 0, "distanceKm must not be negative");
        require(packageCount >= 1, "packageCount must be at least 1");
        require(packagesWeightKg.signum() >= 0, "packagesWeightKg must not be negative");
        return this;
    }

    /** The text of the invoice line. */
    String description() {
        return "Delivery " + deliveryId + ": " + distanceKm.toPlainString() + " km, " + packageCount
                + (packageCount == 1 ? " package" : " packages") + (expedited ? ", expedited" : "");
    }

    private static void require(boolean kept, String message) {
        if (!kept) {
            throw new InvalidEventException("The event's data is not as expected: " + message);
        }
    }
}
