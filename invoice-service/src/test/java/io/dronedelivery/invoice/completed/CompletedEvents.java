package io.dronedelivery.invoice.completed;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Events as drone-service publishes them. */
final class CompletedEvents {

    static final String TYPE = "DeliveryCompleted";

    private static final ObjectMapper JSON = new ObjectMapper();

    private CompletedEvents() {}

    /** Costs 2.90 + 0.85 * 9.79 + 0.45 * 3.50 + 0.60 = 13.40. */
    static CloudEvent completed(String deliveryId, String ownerId, String requestedAt) {
        return completed(deliveryId, ownerId, requestedAt, data -> data);
    }

    static CloudEvent completed(
            String deliveryId, String ownerId, String requestedAt, UnaryOperator<ObjectNode> otherwise) {
        ObjectNode data = JSON.createObjectNode()
                .put("deliveryId", deliveryId)
                .put("ownerId", ownerId)
                .put("droneId", "dr-07")
                .put("requestedAt", requestedAt)
                .put("completedAt", requestedAt)
                .put("distanceKm", new BigDecimal("9.79"))
                .put("flightSeconds", 648)
                .put("packageCount", 2)
                .put("packagesWeightKg", new BigDecimal("3.50"))
                .put("expedited", false);
        return event(deliveryId, otherwise.apply(data).toString());
    }

    static CloudEvent event(String deliveryId, String data) {
        return CloudEventBuilder.v1()
                .withId(deliveryId + ":completed")
                .withSource(URI.create("/drone-service"))
                .withType(TYPE)
                .withSubject(deliveryId)
                .withDataSchema(SchemaVersion.uri(TYPE, 1))
                .withDataContentType("application/json")
                .withData(data.getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, deliveryId)
                .build();
    }
}
