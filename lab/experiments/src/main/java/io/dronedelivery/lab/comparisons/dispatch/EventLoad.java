package io.dronedelivery.lab.comparisons.dispatch;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The events that are sent, made before the clock runs; many keys, so that all lanes have their share. */
final class EventLoad {

    private static final int EVENTS = 1024;

    private final byte[] data;
    private final List<OutboundEvent> events;

    /** @param bytes of data in each event */
    EventLoad(int bytes) {
        data = new byte[bytes];
        Arrays.fill(data, (byte) 'x');
        data[0] = '"';
        data[bytes - 1] = '"';
        events = IntStream.range(0, EVENTS)
                .mapToObj(i -> new OutboundEvent(BrokerProcess.TOPIC, event(i)))
                .toList();
    }

    private CloudEvent event(int number) {
        return CloudEventBuilder.v1()
                .withId("message-" + number)
                .withSource(URI.create("/benchmarks"))
                .withType("LoadGenerated")
                .withDataSchema(SchemaVersion.uri("LoadGenerated", 1))
                .withSubject("key-" + number)
                .withTime(OffsetDateTime.parse("2026-01-01T00:00:00Z"))
                .withExtension(EventAttributes.PARTITION_KEY, "key-" + number)
                .withData("application/json", data)
                .build();
    }

    byte[] data() {
        return data;
    }

    OutboundEvent event(long number) {
        return events.get((int) (number % EVENTS));
    }
}
