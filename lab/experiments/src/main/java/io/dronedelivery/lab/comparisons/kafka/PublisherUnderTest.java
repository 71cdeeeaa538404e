package io.dronedelivery.lab.comparisons.kafka;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.springframework.util.unit.DataSize;

/** The publisher as the auto-configuration makes it, with its meters. */
public final class PublisherUnderTest implements AutoCloseable {

    private final KafkaTopics topics;
    private final RecordSender sender;
    private final EventPublisher publisher;

    /**
     * @param maxInFlight how many events may wait for the broker
     * @param linger as in {@code messaging.kafka.publisher.linger}
     */
    public PublisherUnderTest(String bootstrapServers, int maxInFlight, Duration linger) {
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

    public EventPublisher publisher() {
        return publisher;
    }

    /** The properties that this publisher's producer has, for one that is to have the same. */
    public static Map<String, String> producerSettings(String bootstrapServers, Duration linger) {
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
    public static ProducerRecord<byte[], byte[]> record(OutboundEvent event) {
        return KafkaEvents.toRecord(event);
    }

    /** How many bytes of key, headers and value an event becomes. */
    public static int recordBytes(OutboundEvent event) {
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
