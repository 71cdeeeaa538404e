package io.dronedelivery.drone.assignment;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** The events of a delivery as delivery-service publishes them. */
final class RequestEvents {

    static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static final ObjectMapper JSON = new ObjectMapper();

    private RequestEvents() {}

    /** A delivery of so many packages with 1.50 kg each, asked for on 2026-11-21, from Redmond to Seattle. */
    static List<CloudEvent> of(String deliveryId, String ownerId, int packages) {
        List<CloudEvent> events = new ArrayList<>();
        events.add(event(deliveryId, "requested", "DeliveryRequested", requested(deliveryId, ownerId, packages)));
        for (int number = 1; number <= packages; number++) {
            events.add(event(
                    deliveryId,
                    "package:" + number,
                    "PackageRegistered",
                    registered(deliveryId, ownerId, number, packages)));
        }
        return events;
    }

    static ObjectNode requested(String deliveryId, String ownerId, int packages) {
        ObjectNode data = JSON.createObjectNode()
                .put("deliveryId", deliveryId)
                .put("ownerId", ownerId)
                .put("requestedAt", "2026-11-21T12:00:00Z")
                .put("expedited", false)
                .put("packageCount", packages)
                .put("packagesWeightKg", new BigDecimal("1.50").multiply(BigDecimal.valueOf(packages)));
        data.putObject("pickup").put("latitude", 47.674).put("longitude", -122.1215);
        data.putObject("dropoff").put("latitude", 47.6062).put("longitude", -122.3321);
        return data;
    }

    static ObjectNode registered(String deliveryId, String ownerId, int number, int packages) {
        return JSON.createObjectNode()
                .put("deliveryId", deliveryId)
                .put("ownerId", ownerId)
                .put("packageId", deliveryId + "-" + number)
                .put("size", "small")
                .put("weightKg", new BigDecimal("1.50"))
                .put("number", number)
                .put("packageCount", packages);
    }

    static CloudEvent event(String deliveryId, String name, String type, ObjectNode data) {
        return CloudEventBuilder.v1()
                .withId(deliveryId + ":" + name)
                .withSource(URI.create("/delivery-service"))
                .withType(type)
                .withSubject(deliveryId)
                .withDataSchema(SchemaVersion.uri(type, 1))
                .withDataContentType("application/json")
                .withData(data.toString().getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, deliveryId)
                .withExtension(EventAttributes.TRACE_PARENT, TRACE)
                .build();
    }
}
