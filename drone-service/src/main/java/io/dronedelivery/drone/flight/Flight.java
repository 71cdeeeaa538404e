package io.dronedelivery.drone.flight;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The flight of a delivery as its document holds it.
 *
 * @param type {@code flight} once it is flown; before, the document is a plan and no flight
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
