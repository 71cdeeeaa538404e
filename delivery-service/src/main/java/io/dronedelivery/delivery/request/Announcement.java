package io.dronedelivery.delivery.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.delivery.outbox.StoredEvent;
import io.dronedelivery.delivery.request.DeliveryDocument.StoredPackage;
import io.dronedelivery.delivery.request.DeliveryRequest.Location;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The events that announce a delivery: {@code DeliveryRequested}, and {@code PackageRegistered} for each package. */
@Component
final class Announcement {

    static final String CHANNEL = "delivery-requests";

    private static final int VERSION = 1;

    private record Requested(
            String deliveryId,
            String ownerId,
            Instant requestedAt,
            Location pickup,
            Location dropoff,
            boolean expedited,
            int packageCount,
            BigDecimal packagesWeightKg,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Integer tariffVersion) {}

    /** The data of {@code PackageRegistered}; the packages are numbered from 1. */
    private record Registered(
            String deliveryId,
            String ownerId,
            String packageId,
            String size,
            BigDecimal weightKg,
            int number,
            int packageCount) {}

    private final JsonMapper json;

    Announcement(JsonMapper json) {
        this.json = json;
    }

    List<StoredEvent> of(DeliveryDocument delivery) {
        List<StoredEvent> events = new ArrayList<>(1 + delivery.packageCount());
        events.add(event(
                delivery.id() + ":requested",
                "DeliveryRequested",
                new Requested(
                        delivery.id(),
                        delivery.ownerId(),
                        delivery.requestedAt(),
                        delivery.pickup(),
                        delivery.dropoff(),
                        delivery.expedited(),
                        delivery.packageCount(),
                        delivery.packagesWeightKg(),
                        delivery.tariffVersion())));
        int number = 0;
        for (StoredPackage parcel : delivery.packages()) {
            number++;
            events.add(event(
                    delivery.id() + ":package:" + number,
                    "PackageRegistered",
                    new Registered(
                            delivery.id(),
                            delivery.ownerId(),
                            parcel.packageId(),
                            parcel.size(),
                            parcel.weightKg(),
                            number,
                            delivery.packageCount())));
        }
        return events;
    }

    private StoredEvent event(String id, String type, Record data) {
        return new StoredEvent(CHANNEL, id, type, VERSION, json.valueToTree(data));
    }
}
