package io.dronedelivery.drone.assignment;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A delivery's document in the container of flights, with the delivery's id: first a plan, then a flight. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = FlightDocument.Plan.class, name = "flight-plan"),
    @JsonSubTypes.Type(value = FlightDocument.Flown.class, name = "flight")
})
sealed interface FlightDocument {

    /**
     * The known parts of a delivery until all of its events have arrived.
     *
     * @param request absent when only packages have arrived
     * @param packages the numbers of the packages that have arrived
     */
    record Plan(String id, String ownerId, @Nullable DeliveryRequested request, SortedSet<Integer> packages)
            implements FlightDocument {

        static Plan empty(String deliveryId, String ownerId) {
            return new Plan(deliveryId, ownerId, null, new TreeSet<>());
        }

        Plan with(DeliveryRequested requested) {
            return new Plan(id, ownerId, requested, packages);
        }

        Plan withPackage(int number) {
            SortedSet<Integer> more = new TreeSet<>(packages);
            more.add(number);
            return new Plan(id, ownerId, request, more);
        }

        /** The request, when all of its packages are registered. */
        @Nullable
        DeliveryRequested complete() {
            return request != null && packages.size() >= request.packageCount() ? request : null;
        }
    }

    /**
     * @param year of the month in which it counts: the month of the request, in UTC; a plan has none
     * @param payloadKg weight that it carried
     * @param capacityKg payload of the drone
     */
    record Flown(
            String id,
            String ownerId,
            String deliveryId,
            String droneId,
            int year,
            int month,
            Instant departedAt,
            Instant arrivedAt,
            BigDecimal distanceKm,
            long flightSeconds,
            BigDecimal payloadKg,
            BigDecimal capacityKg,
            DeliveryRequested request)
            implements FlightDocument {

        DeliveryCompleted completed() {
            return new DeliveryCompleted(
                    deliveryId,
                    ownerId,
                    droneId,
                    request.requestedAt(),
                    arrivedAt,
                    distanceKm,
                    flightSeconds,
                    request.packageCount(),
                    payloadKg,
                    request.expedited(),
                    request.tariffVersion());
        }
    }
}
