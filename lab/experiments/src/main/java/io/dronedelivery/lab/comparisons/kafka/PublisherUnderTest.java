package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.lab.comparisons.kafka.Contender.ContenderRound;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.MeasuredEventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.kafka.ClientSettings;
import io.dronedelivery.messaging.kafka.KafkaEventPublisher;
import io.dronedelivery.messaging.kafka.KafkaEvents;
import io.dronedelivery.messaging.kafka.KafkaProperties;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.RecordSender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.springframework.util.unit.DataSize;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** The publisher as the auto-configuration makes it, with its meters. */
final class PublisherUnderTest implements AutoCloseable {

    private final KafkaTopics topics;
    private final RecordSender sender;
    private final EventPublisher publisher;

    /** @param linger as in {@code messaging.kafka.publisher.linger} */
    private PublisherUnderTest(String bootstrapServers, int maxInFlight, Duration linger) {
        KafkaProperties properties = properties(bootstrapServers, maxInFlight, linger);
        ClientSettings clients = new ClientSettings(properties, "benchmark");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        topics = new KafkaTopics(properties.topics(), clients);
        sender = new RecordSender(properties.publisher(), clients, meters);
        publisher = new MeasuredEventPublisher(new KafkaEventPublisher(sender, topics), "kafka", meters);
    }

    private static KafkaProperties properties(String bootstrapServers, int maxInFlight, Duration linger) {
        return new KafkaProperties(
                bootstrapServers,
                Map.of(),
                KafkaProperties.Topics.DEFAULT,
                new KafkaProperties.Publisher(
                        maxInFlight,
                        DataSize.ofMegabytes(32),
                        DataSize.ofMegabytes(1),
                        DataSize.ofKilobytes(64),
                        linger,
                        Duration.ofSeconds(30),
                        "none",
                        Map.of()),
                KafkaProperties.KafkaConsumerSettings.DEFAULT);
    }

    /**
     * Publishes with a separate publisher, again and again.
     *
     * @param size events in a call
     * @param publication the call of a number, from 0 on
     */
    static ContenderRound publish(
            String bootstrapServers,
            PublisherRateOptions options,
            int calls,
            int size,
            Function<EventPublisher, IntFunction<Mono<Void>>> publication)
            throws IOException, InterruptedException {
        try (PublisherUnderTest underTest =
                new PublisherUnderTest(bootstrapServers, options.inFlight(), options.linger())) {
            IntFunction<Mono<Void>> publish = publication.apply(underTest.publisher);
            Answers answers = new Answers(options.inFlight() / size);
            long start = System.nanoTime();
            for (int n = 0; n < calls; n++) {
                CoreSubscriber<Void> answer = answers.next();
                publish.apply(n).subscribe(answer);
            }
            return ContenderRound.of((long) calls * size, start, answers.all());
        }
    }

    /** The properties that this publisher's producer has, for one that is to have the same. */
    static Map<String, String> producerSettings(String bootstrapServers, Duration linger) {
        Map<String, String> settings = new TreeMap<>();
        new ClientSettings(properties(bootstrapServers, 1, linger), "benchmark")
                .producer()
                .forEach((name, value) -> settings.put(name, String.valueOf(value)));
        // Each sender has its own serializers; and the tool cannot read a property without a value.
        settings.keySet().removeIf(name -> name.endsWith("serializer"));
        settings.values().removeIf(String::isEmpty);
        return settings;
    }

    /** What an event becomes. */
    static ProducerRecord<byte[], byte[]> record(OutboundEvent event) {
        return KafkaEvents.toRecord(event);
    }

    /** How many bytes of key, headers and value an event becomes. */
    static int recordBytes(OutboundEvent event) {
        ProducerRecord<byte[], byte[]> record = record(event);
        int bytes = record.key().length + record.value().length;
        for (Header header : record.headers()) {
            bytes += header.key().getBytes(StandardCharsets.UTF_8).length + header.value().length;
        }
        return bytes;
    }

    @Override
    public void close() {
        sender.close();
        topics.close();
    }
}
