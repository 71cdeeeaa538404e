package io.dronedelivery.drone.flight;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The flight of a delivery as its document holds it.
 *
 * @param type {@code flight} after the flight; {@code plan} before
 * @param deliveryId the delivery, whose id is the flight's too
 * @param departedAt time of take-off
 * @param arrivedAt time of landing, absent before
 * @param payloadKg weight that it carried
 */
record Flight(
        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        String type,

        String deliveryId,
        String ownerId,
        String droneId,
        Instant departedAt,
        @Nullable Instant arrivedAt,
        BigDecimal distanceKm,
        long flightSeconds,
        BigDecimal payloadKg,
        BigDecimal capacityKg) {

    boolean isFlown() {
        return type.equals("flight");
    }
}
