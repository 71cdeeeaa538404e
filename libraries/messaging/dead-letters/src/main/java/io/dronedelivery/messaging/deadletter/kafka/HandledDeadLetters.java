package io.dronedelivery.messaging.deadletter.kafka;

import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.RecordSender;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The handled records of a dead-letter topic. A Kafka topic only grows, so they are written to a second, compacted topic,
 * {@code <topic>.handled}, with a record for each resent or discarded dead letter. Such records are only added, never withdrawn. So several
 * instances may write at the same time, and all read the same in the end.
 *
 * <p>A key contains the id of the dead-letter topic, so that a topic that was deleted and created again starts without handled dead
 * letters.
 *
 * <p>It blocks under its lock, so only threads that may block call it. {@link #add} does not block.
 */
final class HandledDeadLetters implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    /** How many stale records are removed at a time, whose dead letters no longer exist. */
    private static final int MOST_STALE = 1000;
    /** Younger records may belong to a new topic that replaced the known one: not every broker knows it at once. */
    private static final Duration SURELY_STALE = Duration.ofHours(1);

    private final String letters;
    private final String topic;
    private final KafkaTopics topics;
    private final Map<String, Object> consumerSettings;
    private final Duration timeout;
    private final RecordSender sender;
    private HandledOffsets offsets = new HandledOffsets();
    private Set<TopicPartition> partitions = Set.of();
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private String topicId = "";

    /** @param timeout for one read of new records */
    HandledDeadLetters(
            String letters,
            KafkaTopics topics,
            Map<String, Object> consumerSettings,
            Duration timeout,
            RecordSender sender) {
        this.letters = letters;
        this.topic = letters + DeadLetterWriter.HANDLED_SUFFIX;
        this.topics = topics;
        this.consumerSettings = consumerSettings;
        this.timeout = timeout;
        this.sender = sender;
    }

    /** The current extent of the dead-letter topic: its id, and the beginning and end of each partition. */
    record Extent(String topicId, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {}

    /**
     * Reads the records that other instances have written meanwhile.
     *
     * @return the dead-letter topic's extent; dead letters behind it may be handled without being known here
     */
    synchronized Extent refresh() {
        if (consumer != null && !isStillTheSame()) {
            beginAnew();
        }
        KafkaConsumer<byte[], byte[]> client = opened();
        Extent extent = extent(client);
        extent.begins().forEach((partition, begin) -> offsets.begin(partition.partition(), begin));
        readNew(client);
        return extent;
    }

    /**
     * False when the dead-letter topic was deleted, and perhaps created again, or has more partitions. The known offsets are then dropped.
     */
    private boolean isStillTheSame() {
        try {
            TopicDescription now = described();
            return now.topicId().toString().equals(topicId) && partitionsOf(now).equals(partitions);
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        }
    }

    /**
     * The client gets the topic's partitions meanwhile, beside its own, which keep their positions: it warns of each queried partition that
     * is not assigned.
     */
    private Extent extent(KafkaConsumer<byte[], byte[]> client) {
        Set<TopicPartition> own = Set.copyOf(client.assignment());
        Set<TopicPartition> all = new HashSet<>(own);
        all.addAll(partitions);
        client.assign(all);
        try {
            return new Extent(topicId, client.beginningOffsets(partitions), client.endOffsets(partitions));
        } finally {
            client.assign(own);
        }
    }

    private void beginAnew() {
        close();
        offsets = new HandledOffsets();
    }

    private KafkaConsumer<byte[], byte[]> opened() {
        KafkaConsumer<byte[], byte[]> client = consumer;
        if (client == null) {
            TopicDescription description = made();
            topicId = description.topicId().toString();
            partitions = partitionsOf(description);
            client = new KafkaConsumer<>(consumerSettings);
            try {
                readFromTheBeginning(client);
            } catch (RuntimeException | Error e) {
                // No other code has a reference to it, and the next call makes another one.
                client.close();
                throw e;
            }
            consumer = client;
        }
        return client;
    }

    private void readFromTheBeginning(KafkaConsumer<byte[], byte[]> client) {
        List<TopicPartition> own = client.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        if (own.isEmpty()) {
            throw missing(topic);
        }
        client.assign(own);
        client.seekToBeginning(own);
    }

    /** Creates the topics if they do not exist. */
    private TopicDescription made() {
        answer(topics.ensureStill(letters).then(topics.ensureStill(topic)).toFuture());
        try {
            return described();
        } catch (UnknownTopicOrPartitionException e) {
            throw missing(letters);
        }
    }

    /** @throws UnknownTopicOrPartitionException when the dead-letter topic does not exist now */
    private TopicDescription described() {
        return Objects.requireNonNull(
                answer(topics.admin().describeTopics(List.of(letters)).allTopicNames())
                        .get(letters),
                letters);
    }

    private static Set<TopicPartition> partitionsOf(TopicDescription topic) {
        return topic.partitions().stream()
                .map(info -> new TopicPartition(topic.name(), info.partition()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static KafkaException missing(String topic) {
        return new UnknownTopicOrPartitionException("There is no topic " + topic
                + ", or not yet everywhere; messaging.kafka.topics.create says whether it is made here");
    }

    private <T> T answer(Future<T> future) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException unknown) {
                throw unknown;
            }
            throw new KafkaException("Kafka did not answer about " + letters, e);
        }
    }

    private void readNew(KafkaConsumer<byte[], byte[]> client) {
        Map<TopicPartition, Long> ends = client.endOffsets(client.assignment());
        long deadline = System.nanoTime() + timeout.toNanos();
        long surelyStale = System.currentTimeMillis() - SURELY_STALE.toMillis();
        List<byte[]> stale = new ArrayList<>();
        while (ends.entrySet().stream().anyMatch(end -> client.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new org.apache.kafka.common.errors.TimeoutException(
                        topic + " could not be read within " + timeout);
            }
            for (ConsumerRecord<byte[], byte[]> record : client.poll(POLL)) {
                if (record.value() != null
                        && !take(record)
                        && record.timestamp() < surelyStale
                        && stale.size() < MOST_STALE) {
                    stale.add(record.key());
                }
            }
        }
        stale.forEach(this::forget);
    }

    /** Whether the record is about a dead letter that may still exist. */
    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        String[] parts = new String(record.key(), StandardCharsets.UTF_8).split("/", 2);
        if (parts.length < 2 || !parts[0].equals(topicId)) {
            return false;
        }
        DeadLetterPosition place = DeadLetterPosition.parse(parts[1]);
        offsets.add(place.partition(), place.offset());
        return !offsets.isGone(place.partition(), place.offset());
    }

    /** Best effort: records that are not removed now are removed by the next instance that starts. */
    private void forget(byte[] key) {
        sender.send(new ProducerRecord<>(topic, key, null)).subscribe(nothing -> {}, failure -> {});
    }

    synchronized boolean contains(int partition, long offset) {
        return offsets.contains(partition, offset);
    }

    synchronized long nextWithout(int partition, long offset) {
        return offsets.nextWithout(partition, offset);
    }

    /** How many dead letters wait, as far as known here. */
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
     * Notes that a dead letter was handled; completes when the broker has the note.
     *
     * @param ofTopic the id of the topic that the dead letter was read from, which another topic may have replaced
     * @param note what was done with it, for readers of the topic
     */
    Mono<Void> add(String ofTopic, DeadLetterPosition letter, String note) {
        String key = ofTopic + "/" + letter;
        return sender.send(new ProducerRecord<>(
                topic, key.getBytes(StandardCharsets.UTF_8), note.getBytes(StandardCharsets.UTF_8)));
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
