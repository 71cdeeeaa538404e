package io.dronedelivery.drone.assignment;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The event that ends a delivery.
 *
 * @param droneId the drone that flew it
 * @param completedAt time of arrival
 * @param expedited whether it had priority
 * @param tariffVersion as in {@link DeliveryRequested}
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
        boolean expedited,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer tariffVersion) {

    /** Numbers have two decimals, so that every publication of the event has the same bytes. */
    DeliveryCompleted {
        distanceKm = distanceKm.setScale(2, RoundingMode.HALF_UP);
        packagesWeightKg = packagesWeightKg.setScale(2, RoundingMode.HALF_UP);
    }
}
