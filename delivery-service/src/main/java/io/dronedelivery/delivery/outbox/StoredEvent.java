package io.dronedelivery.delivery.outbox;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * @param id the same in every sending, so that receivers recognize a duplicate
 * @param type the attribute of that name
 * @param version of the type's data
 * @param data JSON
 */
public record StoredEvent(String channel, String id, String type, int version, JsonNode data) {

    private static final URI SOURCE = URI.create("/delivery-service");

    /** @throws IllegalArgumentException naming the missing member */
    public StoredEvent {
        Outbox.require(channel, "outbox.events.channel");
        Outbox.require(id, "outbox.events.id");
        Outbox.require(type, "outbox.events.type");
        Outbox.require(data, "outbox.events.data");
    }

    OutboundEvent in(Outbox outbox) {
        CloudEventBuilder event = CloudEventBuilder.v1()
                .withId(id)
                .withSource(SOURCE)
                .withType(type)
                .withDataSchema(SchemaVersion.uri(type, version))
                .withSubject(outbox.deliveryId())
                .withTime(outbox.since().atOffset(ZoneOffset.UTC))
                .withDataContentType("application/json")
                .withData(data.toString().getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, outbox.deliveryId());
        addPresent(event, EventAttributes.TRACE_PARENT, outbox.traceparent());
        addPresent(event, EventAttributes.TRACE_STATE, outbox.tracestate());
        return new OutboundEvent(channel, event.build());
    }

    private static void addPresent(CloudEventBuilder event, String name, @Nullable String value) {
        if (value != null) {
            event.withExtension(name, value);
        }
    }
}
