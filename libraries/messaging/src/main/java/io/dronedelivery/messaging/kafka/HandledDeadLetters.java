package io.dronedelivery.messaging.kafka;

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
 * Which letters of a dead-letter topic were dealt with. A topic of Kafka only grows, so that is written into a second one,
 * {@code <topic>.handled}: compacted, with a record for each letter that was sent again or discarded. Records are only ever added for
 * letters, never taken back, so several instances may write at the same time and all read the same in the end.
 *
 * <p>A key has the id of the dead-letter topic, so that a topic that was deleted and made again does not inherit what was handled.
 *
 * <p>Blocks, under its lock: to be called on threads that may. {@link #add} does not.
 */
final class HandledDeadLetters implements AutoCloseable {

    /** What the topic's name has after that of the dead-letter topic. */
    static final String SUFFIX = ".handled";

    private static final Duration POLL = Duration.ofMillis(100);
    /** Records of letters that the dead-letter topic no longer has, taken away at a time. */
    private static final int MOST_STALE = 1000;
    /** Younger records may be of a topic that has taken the place of the one that is known here: not every broker hears of it at once. */
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

    /**
     * @param letters the dead-letter topic
     * @param timeout for one look at what is new
     */
    HandledDeadLetters(
            String letters,
            KafkaTopics topics,
            Map<String, Object> consumerSettings,
            Duration timeout,
            RecordSender sender) {
        this.letters = letters;
        this.topic = letters + SUFFIX;
        this.topics = topics;
        this.consumerSettings = consumerSettings;
        this.timeout = timeout;
        this.sender = sender;
    }

    /** What of the dead-letter topic is there now: its id, beginning and end of each partition. */
    record Extent(String topicId, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {}

    /**
     * Reads what other instances have written meanwhile.
     *
     * @return the dead-letter topic's extent; letters behind it may have been handled without being known here
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

    /** Not when the dead-letter topic was deleted, and perhaps made again, nor when it has more partitions: what was read of their letters was dropped. */
    private boolean isStillTheSame() {
        try {
            TopicDescription now = described();
            return now.topicId().toString().equals(topicId) && partitionsOf(now).equals(partitions);
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        }
    }

    /** Its partitions are the client's meanwhile, beside its own, which stay where they are: it warns of each that it is asked about and does not have. */
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
                // Nobody else knows of it, and the next call makes another one.
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

    /** Makes the topics unless they exist. */
    private TopicDescription made() {
        answer(topics.ensureStill(letters).then(topics.ensureStill(topic)).toFuture());
        try {
            return described();
        } catch (UnknownTopicOrPartitionException e) {
            throw missing(letters);
        }
    }

    /** @throws UnknownTopicOrPartitionException when there is no dead-letter topic now */
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

    /** Whether the record tells of a letter that may still be there. */
    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        String[] parts = new String(record.key(), StandardCharsets.UTF_8).split("/", 2);
        if (parts.length < 2 || !parts[0].equals(topicId)) {
            return false;
        }
        DeadLetterPosition place = DeadLetterPosition.parse(parts[1]);
        offsets.add(place.partition(), place.offset());
        return !offsets.isGone(place.partition(), place.offset());
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
     * Remembers that a letter was dealt with; completes when the broker has it.
     *
     * @param ofTopic the id of the topic that it was read from, which another one may have taken the place of
     * @param note what was done with it, for whoever reads the topic
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
