package io.dronedelivery.benchmarks.kafka;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.messaging.kafka.PublisherUnderTest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The publisher of {@code messaging}: an event at a time, each with its own answer, as a service publishes. */
final class OurPublisher implements Contender {

    private static final int KEYS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String TYPE = "DeliveryRequested";

    private final String bootstrapServers;
    private final int inFlight;
    private final Duration linger;
    private final List<OutboundEvent> events;

    OurPublisher(String bootstrapServers, String topic, PublisherRateOptions options) {
        this.bootstrapServers = bootstrapServers;
        this.inFlight = options.inFlight();
        this.linger = options.linger();
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
        return "publisher of messaging";
    }

    @Override
    public Round send(int records) throws IOException {
        Histogram micros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), 3);
        try (PublisherUnderTest underTest = new PublisherUnderTest(bootstrapServers, inFlight, linger)) {
            long start = System.nanoTime();
            publish(underTest.publisher(), records, micros);
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Round(
                    records / seconds,
                    micros.getValueAtPercentile(50) / 1000.0,
                    micros.getValueAtPercentile(99) / 1000.0,
                    0);
        }
    }

    /** One thread publishes, and waits only for room; a {@code flatMap} that wide would measure itself. */
    private void publish(EventPublisher publisher, int records, Histogram micros) throws IOException {
        Semaphore room = new Semaphore(inFlight);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try {
            for (int n = 0; n < records; n++) {
                room.acquire();
                long start = System.nanoTime();
                publisher
                        .publish(events.get(n % KEYS))
                        .doFinally(end -> room.release())
                        .subscribe(
                                nothing -> {},
                                failure::set,
                                () -> micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start)));
            }
            if (!room.tryAcquire(inFlight, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("Not everything was answered within " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        if (failure.get() != null) {
            throw new IOException("A publication failed", failure.get());
        }
    }
}
