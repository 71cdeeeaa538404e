package io.dronedelivery.promise.cluster;

import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.localkafka.LocalKafkaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public final class KafkaBroker implements Brokers {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final String BOOTSTRAP = "bootstrap.servers";

    private final Jvm jvm;
    private final String address;

    KafkaBroker(int port, int calledAt, Path directory) {
        address = "localhost:" + calledAt;
        jvm = Brokers.jvm(
                List.of(
                        LocalKafkaProcess.class.getName(),
                        "--port=" + port,
                        "--advertised-port=" + calledAt,
                        "--data-directory=" + directory.resolve("kafka")),
                "192m",
                directory);
    }

    @Override
    public Jvm jvm() {
        return jvm;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("messaging.broker", "kafka", "messaging.kafka.bootstrap-servers", address);
    }

    @Override
    public List<String> leftBy(ClusterPart service) throws Exception {
        try (Admin admin = admin()) {
            return admin.describeConsumerGroups(groupsOf(service, admin)).all().get().values().stream()
                    .flatMap(group -> group.members().stream()
                            .map(member -> group.groupId() + ": " + member.clientId() + " " + member.consumerId()))
                    .toList();
        }
    }

    @Override
    public long waitingFor(ClusterPart service) throws Exception {
        try (Admin admin = admin()) {
            long waiting = 0;
            for (String group : groupsOf(service, admin)) {
                Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get();
                Map<TopicPartition, Long> ends = ends(committed.keySet(), admin);
                waiting += committed.entrySet().stream()
                        .mapToLong(entry -> Math.max(
                                0,
                                ends.getOrDefault(entry.getKey(), 0L)
                                        - entry.getValue().offset()))
                        .sum();
            }
            return waiting;
        }
    }

    @Override
    public void publish(Map<String, String> attributes, byte[] data) throws Exception {
        ProducerRecord<byte[], byte[]> event = new ProducerRecord<>(
                COMPLETIONS, Brokers.utf8(attributes.getOrDefault("partitionkey", "no key")), data);
        attributes.forEach((name, value) -> event.headers()
                .add(name.equals("datacontenttype") ? "content-type" : "ce_" + name, Brokers.utf8(value)));
        try (Producer<byte[], byte[]> producer = producer()) {
            producer.send(event).get();
        }
    }

    /** Publishes everything that was ever published to the completions once more; returns how many that were. */
    public int repeatCompletions() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> all = all(COMPLETIONS);
        try (Producer<byte[], byte[]> producer = producer()) {
            for (ConsumerRecord<byte[], byte[]> event : all) {
                producer.send(new ProducerRecord<>(COMPLETIONS, null, event.key(), event.value(), event.headers()));
            }
        }
        return all.size();
    }

    /** What is done to completions that are older than the topic's retention, to all there are: its log begins after them. */
    public void expireCompletions() throws Exception {
        try (Admin admin = admin()) {
            List<TopicPartition> partitions =
                    admin.describeTopics(List.of(COMPLETIONS)).allTopicNames().get().values().stream()
                            .flatMap(topic -> topic.partitions().stream()
                                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                            .toList();
            admin.deleteRecords(ends(partitions, admin).entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, end -> RecordsToDelete.beforeOffset(end.getValue()))))
                    .all()
                    .get();
        }
    }

    /** How often a delivery was announced, all deliveries together. */
    public long announcements() throws Exception {
        return all("delivery-requests").stream()
                .filter(event -> new String(
                                event.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8)
                        .endsWith("DeliveryRequested"))
                .count();
    }

    private List<ConsumerRecord<byte[], byte[]>> all(String topic) throws Exception {
        try (Admin admin = admin();
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        Map.of(BOOTSTRAP, address), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            long end = ends(partitions, admin).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
            while (all.size() < end) {
                consumer.poll(POLL).forEach(all::add);
            }
            return all;
        }
    }

    private static Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions, Admin admin) throws Exception {
        return admin
                .listOffsets(partitions.stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all()
                .get()
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    private static List<String> groupsOf(ClusterPart service, Admin admin) throws Exception {
        return admin.listGroups(ListGroupsOptions.forConsumerGroups()).all().get().stream()
                .map(GroupListing::groupId)
                .filter(group -> group.startsWith(service.label()))
                .toList();
    }

    private Admin admin() {
        return Admin.create(Map.of(BOOTSTRAP, address));
    }

    private Producer<byte[], byte[]> producer() {
        return new KafkaProducer<>(Map.of(BOOTSTRAP, address), new ByteArraySerializer(), new ByteArraySerializer());
    }
}
