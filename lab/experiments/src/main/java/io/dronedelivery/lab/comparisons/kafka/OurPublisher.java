package io.dronedelivery.lab.comparisons.kafka;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/** The publisher of {@code messaging}: an event at a time, each with its own answer, as a service publishes. */
final class OurPublisher implements Contender {

    static final String TITLE = "publisher of messaging";

    private static final int KEYS = 1_000;
    private static final String TYPE = "DeliveryRequested";

    private final String bootstrapServers;
    private final PublisherRateOptions options;
    private final List<OutboundEvent> events;

    OurPublisher(String bootstrapServers, String topic, PublisherRateOptions options) {
        this.bootstrapServers = bootstrapServers;
        this.options = options;
        this.events = events(topic, options.bytes());
    }

    /** @param bytes of data in each */
    static List<OutboundEvent> events(String topic, int bytes) {
        return IntStream.range(0, KEYS)
                .mapToObj(key -> event(topic, "delivery-%06d".formatted(key), bytes))
                .toList();
    }

    private static OutboundEvent event(String topic, String key, int bytes) {
        return new OutboundEvent(
                topic,
                CloudEventBuilder.v1()
                        .withId(key + ":requested")
                        .withSource(URI.create("/delivery-service"))
                        .withType(TYPE)
                        .withSubject(key)
                        .withTime(OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))
                        .withDataSchema(SchemaVersion.uri(TYPE, 1))
                        .withDataContentType("application/json")
                        .withData("x".repeat(bytes).getBytes(StandardCharsets.US_ASCII))
                        .withExtension(EventAttributes.PARTITION_KEY, key)
                        .withExtension(
                                EventAttributes.TRACE_PARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                        .build());
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public ContenderRound send(int records) throws IOException, InterruptedException {
        return PublisherUnderTest.publish(
                bootstrapServers, options, records, 1, publisher -> n -> publisher.publish(events.get(n % KEYS)));
    }
}
