package io.dronedelivery.invoice.completed;

import io.dronedelivery.messaging.event.InvalidEventException;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The members of the event {@code DeliveryCompleted} that an invoice needs.
 *
 * @param requestedAt time of the request; decides the month
 * @param distanceKm distance that the drone flew
 * @param expedited whether the delivery had priority
 * @param tariffVersion decides the price; null when a release without versions accepted the delivery
 */
record DeliveryCompleted(
        String deliveryId,
        String ownerId,
        Instant requestedAt,
        BigDecimal distanceKm,
        int packageCount,
        BigDecimal packagesWeightKg,
        boolean expedited,
        @Nullable Integer tariffVersion) {

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
