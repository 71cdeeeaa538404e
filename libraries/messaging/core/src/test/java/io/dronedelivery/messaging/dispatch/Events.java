package io.dronedelivery.messaging.dispatch;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** Events to dispatch. */
final class Events {

    static final String CHANNEL = "dispatch-load";

    private Events() {}

    static OutboundEvent event(String key, int number) {
        return new OutboundEvent(
                CHANNEL,
                CloudEventBuilder.v1()
                        .withId(key + ":" + number)
                        .withSource(URI.create("/delivery-service"))
                        .withType("LoadGenerated")
                        .withDataSchema(SchemaVersion.uri("LoadGenerated", 1))
                        .withSubject(key)
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .withData("application/json", ("{\"number\":" + number + "}").getBytes(StandardCharsets.UTF_8))
                        .build());
    }

    /** One event for each of so many keys. */
    static List<OutboundEvent> ofManyKeys(int count) {
        return IntStream.range(0, count).mapToObj(i -> event("d-" + i, 0)).toList();
    }

    /** So many events of one key. */
    static List<OutboundEvent> ofOneKey(String key, int count) {
        return IntStream.range(0, count).mapToObj(i -> event(key, i)).toList();
    }

    static List<String> ids(List<OutboundEvent> events) {
        return events.stream().map(event -> event.event().getId()).toList();
    }
}
