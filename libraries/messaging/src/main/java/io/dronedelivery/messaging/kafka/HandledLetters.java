package io.dronedelivery.messaging.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Which letters of a dead-letter topic were dealt with. A topic of Kafka only grows, so that is written into a second one,
 * {@code <topic>.handled}: compacted, with a record for each letter that was sent again or discarded. Records are only ever added for
 * letters, never taken back, so several instances may write at the same time and all read the same in the end.
 *
 * <p>A key has the id of the dead-letter topic, so that a topic that was deleted and made again does not inherit what was handled.
 *
 * <p>Blocks, under its lock: to be called on threads that may. {@link #add} does not.
 */
final class HandledLetters implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    /** Records of letters that the dead-letter topic no longer has, taken away at a time. */
    private static final int MOST_STALE = 1000;

    private final String letters;
    private final String topic;
    private final KafkaProperties.Topics settings;
    private final Map<String, Object> consumerSettings;
    private final Map<String, Object> adminSettings;
    private final Duration timeout;
    private final RecordSender sender;
    private HandledOffsets offsets = new HandledOffsets();
    private Map<TopicPartition, Long> lastEnds = Map.of();
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile @Nullable String topicId;

    /**
     * @param letters the dead-letter topic
     * @param timeout for one look at what is new
     */
    HandledLetters(
            String letters,
            KafkaProperties.Topics settings,
            Map<String, Object> consumerSettings,
            Map<String, Object> adminSettings,
            Duration timeout,
            RecordSender sender) {
        this.letters = letters;
        this.topic = letters + ".handled";
        this.settings = settings;
        this.consumerSettings = consumerSettings;
        this.adminSettings = adminSettings;
        this.timeout = timeout;
        this.sender = sender;
    }

    /** What of the dead-letter topic is there now: beginning and end of each partition. */
    record Extent(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {}

    /**
     * Reads what other instances have written meanwhile.
     *
     * @return the dead-letter topic's extent; letters behind it may have been handled without being known here
     */
    synchronized Extent refresh() {
        Extent extent = extent(opened());
        if (lastEnds.entrySet().stream()
                .anyMatch(last -> extent.ends().getOrDefault(last.getKey(), 0L) < last.getValue())) {
            beginAnew();
            return refresh();
        }
        lastEnds = extent.ends();
        extent.begins().forEach((partition, begin) -> offsets.begin(partition.partition(), begin));
        readNew(opened());
        return extent;
    }

    private Extent extent(KafkaConsumer<byte[], byte[]> client) {
        List<TopicPartition> partitions = partitions(client, letters);
        return new Extent(client.beginningOffsets(partitions), client.endOffsets(partitions));
    }

    /** The dead-letter topic is another one than before: topics do not get shorter. */
    private void beginAnew() {
        close();
        offsets = new HandledOffsets();
        lastEnds = Map.of();
    }

    private KafkaConsumer<byte[], byte[]> opened() {
        KafkaConsumer<byte[], byte[]> client = consumer;
        if (client == null) {
            topicId = describe();
            client = new KafkaConsumer<>(consumerSettings);
            List<TopicPartition> own = partitions(client, topic);
            client.assign(own);
            client.seekToBeginning(own);
            consumer = client;
        }
        return client;
    }

    /** Makes the topics unless they exist, and says the id of the dead-letter topic. */
    private String describe() {
        try (Admin admin = Admin.create(adminSettings)) {
            if (settings.create()) {
                make(admin);
            }
            return Objects.requireNonNull(
                            answer(admin.describeTopics(List.of(letters)).allTopicNames())
                                    .get(letters),
                            letters)
                    .topicId()
                    .toString();
        }
    }

    private void make(Admin admin) {
        Collection<String> present = answer(admin.listTopics().names());
        Optional<Short> replicas =
                settings.replicationFactor() < 0 ? Optional.empty() : Optional.of(settings.replicationFactor());
        List<NewTopic> missing = new ArrayList<>();
        if (!present.contains(letters)) {
            missing.add(new NewTopic(letters, Optional.of(settings.partitions()), replicas));
        }
        if (!present.contains(topic)) {
            missing.add(new NewTopic(topic, Optional.of(1), replicas)
                    .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)));
        }
        if (!missing.isEmpty()) {
            TopicAdmin.make(admin, missing)
                    .toFuture()
                    .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    private <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka did not answer about " + letters, e);
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<?, ?> client, String topic) {
        return client.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private void readNew(KafkaConsumer<byte[], byte[]> client) {
        Map<TopicPartition, Long> ends = client.endOffsets(client.assignment());
        long deadline = System.nanoTime() + timeout.toNanos();
        List<byte[]> stale = new ArrayList<>();
        while (ends.entrySet().stream().anyMatch(end -> client.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new org.apache.kafka.common.errors.TimeoutException(
                        topic + " could not be read within " + timeout);
            }
            for (ConsumerRecord<byte[], byte[]> record : client.poll(POLL)) {
                if (!take(record) && record.value() != null && stale.size() < MOST_STALE) {
                    stale.add(record.key());
                }
            }
        }
        stale.forEach(this::forget);
    }

    /** Whether the record tells of a letter that may still be there. */
    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        String[] parts = new String(record.key(), StandardCharsets.UTF_8).split("/", 2);
        if (parts.length < 2 || !parts[0].equals(topicId)) {
            return false;
        }
        LetterPlace place = LetterPlace.parse(parts[1]);
        return record.value() == null || offsets.add(place.partition(), place.offset());
    }

    /** For tidiness alone: what is not forgotten now is forgotten by the next instance that starts. */
    private void forget(byte[] key) {
        sender.send(new ProducerRecord<>(topic, key, null)).subscribe(nothing -> {}, failure -> {});
    }

    synchronized boolean contains(int partition, long offset) {
        return offsets.contains(partition, offset);
    }

    synchronized long nextWithout(int partition, long offset) {
        return offsets.nextWithout(partition, offset);
    }

    /** How many letters wait, by what is known here. */
    synchronized long waiting(Extent extent) {
        return extent.ends().entrySet().stream()
                .mapToLong(end -> {
                    long begin = extent.begins().getOrDefault(end.getKey(), 0L);
                    return end.getValue()
                            - begin
                            - offsets.countFrom(end.getKey().partition(), begin);
                })
                .map(count -> Math.max(0, count))
                .sum();
    }

    /**
     * Remembers that a letter was dealt with; completes when the broker has it. After {@link #refresh}.
     *
     * @param note what was done with it, for whoever reads the topic
     */
    Mono<Void> add(LetterPlace letter, String note) {
        return Mono.defer(() -> {
            String key = Objects.requireNonNull(topicId, "read first") + "/" + letter;
            return sender.send(new ProducerRecord<>(
                    topic, key.getBytes(StandardCharsets.UTF_8), note.getBytes(StandardCharsets.UTF_8)));
        });
    }

    @Override
    public synchronized void close() {
        KafkaConsumer<byte[], byte[]> client = consumer;
        consumer = null;
        if (client != null) {
            client.close();
        }
    }
}
