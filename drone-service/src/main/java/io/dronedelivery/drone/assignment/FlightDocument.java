package io.dronedelivery.drone.assignment;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The one document of a delivery in the container of the flights, whose id is the delivery's: a plan first, then a flight. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = FlightDocument.Plan.class, name = "flight-plan"),
    @JsonSubTypes.Type(value = FlightDocument.Flown.class, name = "flight")
})
sealed interface FlightDocument {

    /**
     * What is known of a delivery until all of its events have come.
     *
     * @param request absent as long as only packages have come
     * @param packages the numbers of the packages that have come
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

        /** The request, once all of its packages are registered. */
        @Nullable
        DeliveryRequested complete() {
            return request != null && packages.size() >= request.packageCount() ? request : null;
        }
    }

    /**
     * A flight.
     *
     * @param year of the month that it counts for, which is the one of the request, in UTC; a plan has none
     * @param payloadKg what it carried
     * @param capacityKg what it could have carried
     * @param request what it was flown for
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
                    request.expedited());
        }
    }
}
