package io.dronedelivery.messaging.testkit;

import io.dronedelivery.messaging.contract.RawMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** What the tests do with Kafka past the adapter, by Kafka's own clients. */
public final class RawKafka implements AutoCloseable {

    private static final byte[] PROBE = "a probe".getBytes(StandardCharsets.UTF_8);

    private final Map<String, Object> client;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;

    public RawKafka(String bootstrapServers) {
        this.client = Map.of("bootstrap.servers", bootstrapServers);
        this.producer = new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
        this.admin = Admin.create(client);
    }

    public void send(String topic, RawMessage message) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, message.key().getBytes(StandardCharsets.UTF_8), message.data());
        message.attributes()
                .forEach((name, value) -> record.headers()
                        .add(
                                name.equals("datacontenttype") ? "content-type" : "ce_" + name,
                                value.getBytes(StandardCharsets.UTF_8)));
        send(record);
    }

    public void send(ProducerRecord<byte[], byte[]> record) {
        done(producer.send(record));
    }

    /** All records of a topic, by partition and offset; none when there is no such topic. */
    public List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        Set<String> topics = done(admin.listTopics().names());
        if (!topics.contains(topic)) {
            return List.of();
        }
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            records.removeIf(record -> Arrays.equals(record.key(), PROBE));
            records.sort(Comparator.<ConsumerRecord<?, ?>>comparingInt(ConsumerRecord::partition)
                    .thenComparingLong(ConsumerRecord::offset));
            return records;
        }
    }

    /** What a group has committed of a topic, over all partitions. */
    public long committed(String group, String topic) {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                done(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return offsets.entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(topic))
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    /** Commits an offset for a group that has no members. */
    public void commit(String group, TopicPartition partition, OffsetAndMetadata offset) {
        done(admin.alterConsumerGroupOffsets(group, Map.of(partition, offset)).all());
    }

    /** How many members a group has. */
    public int members(String group) {
        return done(admin.describeConsumerGroups(List.of(group))
                        .describedGroups()
                        .get(group))
                .members()
                .size();
    }

    /** Removes all members of a group, which do not know of it until they ask. */
    public void removeMembers(String group) {
        done(admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                .all());
    }

    /** How many partitions a topic has. */
    public int partitions(String topic) {
        return described(topic).partitions().size();
    }

    /** What the broker calls a topic as long as it is not deleted. */
    public String topicId(String topic) {
        return described(topic).topicId().toString();
    }

    private TopicDescription described(String topic) {
        return done(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
    }

    /** Gives a topic more partitions; returns when the broker has them. */
    public void addPartitions(String topic, int inAll) {
        done(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(inAll)))
                .all());
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> partitions(topic) == inAll);
    }

    /** What a topic has for a property. */
    public String property(String topic, String name) {
        ConfigResource asked = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return done(admin.describeConfigs(List.of(asked)).values().get(asked))
                .get(name)
                .value();
    }

    /** Changes a property of a topic; returns when the broker has it, which is later than the controller's confirmation. */
    public void configure(String topic, String property, String value) {
        ConfigResource changed = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(property, value), AlterConfigOp.OpType.SET);
        done(admin.incrementalAlterConfigs(Map.of(changed, List.of(set))).all());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> done(admin.describeConfigs(List.of(changed))
                                .values()
                                .get(changed))
                        .get(property)
                        .value()
                        .equals(value));
    }

    /**
     * Lets a topic take no larger records; returns when each partition refuses them, which is later than the broker has the property. The
     * probes that it takes until then are none of its {@link #records}.
     */
    public void limitRecords(String topic, int bytes) {
        configure(topic, "max.message.bytes", Integer.toString(bytes));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> IntStream.range(0, partitions(topic))
                        .mapToObj(partition -> new ProducerRecord<>(topic, partition, PROBE, new byte[bytes]))
                        .allMatch(this::isTooLarge));
    }

    private boolean isTooLarge(ProducerRecord<byte[], byte[]> record) {
        try {
            send(record);
            return false;
        } catch (IllegalStateException refused) {
            return refused.getCause() instanceof RecordTooLargeException;
        }
    }

    /** Deletes a topic; returns when the broker no longer has it. */
    public void delete(String topic) {
        done(admin.deleteTopics(List.of(topic)).all());
        while (done(admin.listTopics().names()).contains(topic)) {
            Thread.onSpinWait();
        }
    }

    public static String text(ConsumerRecord<?, ?> record, String header) {
        return new String(record.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
    }

    private static <T> T done(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
    }
}
