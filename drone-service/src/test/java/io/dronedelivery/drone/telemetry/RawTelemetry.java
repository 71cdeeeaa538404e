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
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
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
        try (Admin admin = admin()) {
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

    /** What a group has committed, over all partitions. */
    long committed(String group) throws Exception {
        return offsets(group).values().stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /** What a group has committed of a partition, 0 before the first commit. */
    long committed(String group, TopicPartition partition) throws Exception {
        OffsetAndMetadata offset = offsets(group).get(partition);
        return offset == null ? 0 : offset.offset();
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets(String group) throws Exception {
        try (Admin admin = admin()) {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    /** How many members a group has. */
    int members(String group) throws Exception {
        try (Admin admin = admin()) {
            return admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get(60, TimeUnit.SECONDS)
                    .members()
                    .size();
        }
    }

    /** Removes all members of a group, which do not know of it until they ask. */
    void removeMembers(String group) throws Exception {
        try (Admin admin = admin()) {
            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
