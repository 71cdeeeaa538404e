package io.dronedelivery.drone.telemetry;

import io.cloudevents.CloudEvent;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.dronedelivery.messaging.kafka.TopicAdmin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Drones that write to Kafka directly. */
final class RawTelemetry implements AutoCloseable {

    private final String bootstrapServers;
    private final KafkaProducer<byte[], byte[]> producer;

    RawTelemetry(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void createTopic(int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            TopicAdmin.make(
                            admin,
                            List.of(new NewTopic(TelemetryEvents.CHANNEL, Optional.of(partitions), Optional.empty())))
                    .toFuture()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    void send(String droneId, int sequence) {
        CloudEvent event = TelemetryEvents.of(droneId, sequence).event();
        producer.send(KafkaMessageFactory.createWriter(TelemetryEvents.CHANNEL, bytes(droneId))
                .writeBinary(event));
    }

    /** Something that is no event. */
    void sendBad(String key, String value) {
        producer.send(new ProducerRecord<>(TelemetryEvents.CHANNEL, bytes(key), bytes(value)));
    }

    /** Returns when the broker has all of it. */
    void flush() {
        producer.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
