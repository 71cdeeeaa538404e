package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.Archive;
import io.dronedelivery.messaging.kafka.PollThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * This instance's member of the consumer group that archives. The records of each poll become one batch of lines. Offsets are committed
 * when the archive has made the batch durable. When the archive discards batches, the member goes back to the last durable offsets and
 * reads again.
 *
 * <p>The polling thread owns all fields but those of concurrent types. The archive's thread reports on batches. Any thread may disable.
 */
final class ArchivingMember implements MessageBatch.BatchOwner {

    private static final Logger log = LoggerFactory.getLogger(ArchivingMember.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_WHILE_FULL = Duration.ofMillis(5);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int BYTES_OF_A_MESSAGE = 512;

    /**
     * When at most this many messages of a partition are unread, the archiving supplies its positions and {@link PositionFollower} stops
     * reading it.
     */
    private static final long NEAR_THE_END = 10_000;

    private final TelemetryTopic topic;
    private final Archive archive;
    private final MessageReader reader;
    private final StreamFigures figures;
    private final Covered covered;
    private final Rejections rejections;
    private final DroneTelemetryProperties settings;
    private final Deque<MessageBatch> waiting = new ArrayDeque<>();
    private final Map<TopicPartition, Long> highest = new HashMap<>();
    private final Map<TopicPartition, Long> durable = new ConcurrentHashMap<>();
    private final AtomicInteger epoch = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Sinks.Empty<Void> drained = Sinks.empty();
    private volatile boolean disabled;
    private int seenEpoch;
    private long[] fresh = new long[1];
    private @Nullable PollThread thread;

    ArchivingMember(
            TelemetryTopic topic,
            Archive archive,
            LatestPositions positions,
            StreamFigures figures,
            Covered covered,
            Rejections rejections,
            DroneTelemetryProperties settings) {
        this.topic = topic;
        this.archive = archive;
        this.reader = new MessageReader(positions);
        this.figures = figures;
        this.covered = covered;
        this.rejections = rejections;
        this.settings = settings;
    }

    /** Joins the group. Called once. */
    void start(Map<String, Object> client) {
        thread = new PollThread("telemetry-archiving", () -> join(client), this::poll, this::leave);
    }

    private KafkaConsumer<byte[], byte[]> join(Map<String, Object> client) {
        waiting.clear();
        covered.none();
        seenEpoch = epoch.incrementAndGet();
        return new KafkaConsumer<>(client);
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer) {
        if (consumer.subscription().isEmpty()) {
            topic.ensure();
            consumer.subscribe(List.of(settings.channel()), new Rebalance(consumer));
        }
        if (seenEpoch != epoch.get() && !goBack(consumer)) {
            return;
        }
        boolean room = offerWaiting() && !disabled;
        if (room) {
            consumer.resume(consumer.paused());
        } else {
            consumer.pause(consumer.assignment());
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(room || disabled ? POLL : POLL_WHILE_FULL);
        if (!records.isEmpty()) {
            take(records);
            offerWaiting();
        }
        commitInBackground(consumer);
        markCovered(consumer);
        if (disabled) {
            finish(consumer);
        }
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        int count = records.count();
        long now = StreamFigures.now();
        LineBuffer lines = new LineBuffer(count * BYTES_OF_A_MESSAGE);
        long[] created = new long[count];
        fresh = fresh.length < count ? new long[count] : fresh;
        int timed = 0;
        int freshTimed = 0;
        int again = 0;
        Map<TopicPartition, Long> next = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            long known = highest.getOrDefault(partition, -1L);
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                MessageReader.ReadMessage read = reader.read(record, lines);
                boolean repeated = record.offset() <= known;
                again += repeated ? 1 : 0;
                if (read.rejected() != null) {
                    rejections.add(read.rejected(), record.partition(), record.offset(), repeated);
                } else {
                    created[timed++] = read.createdMicros();
                    if (!repeated) {
                        fresh[freshTimed++] = read.createdMicros();
                    }
                }
                known = Math.max(known, record.offset());
                next.put(partition, record.offset() + 1);
            }
            highest.put(partition, known);
        }
        figures.repeated.add(again);
        figures.received.add(count - again);
        figures.receivedLeg.record(now, fresh, freshTimed);
        figures.processed.add(count - again);
        figures.processedLeg.record(StreamFigures.now(), fresh, freshTimed);
        waiting.add(new MessageBatch(lines, created, timed, next, seenEpoch, this));
    }

    /** @return whether no batch waits any more */
    private boolean offerWaiting() {
        for (MessageBatch batch = waiting.peek(); batch != null; batch = waiting.peek()) {
            underWay.incrementAndGet();
            if (!archive.offer(batch)) {
                underWay.decrementAndGet();
                return false;
            }
            waiting.remove();
        }
        return true;
    }

    @Override
    public void durable(MessageBatch batch) {
        if (batch.epoch() == epoch.get()) {
            figures.archived.add(batch.messages());
            figures.archivedLeg.record(StreamFigures.now(), batch.created(), batch.timed());
            batch.next().forEach((partition, offset) -> durable.merge(partition, offset, Math::max));
        }
        underWay.decrementAndGet();
    }

    @Override
    public void discarded(MessageBatch batch) {
        epoch.compareAndSet(batch.epoch(), batch.epoch() + 1);
        underWay.decrementAndGet();
    }

    /**
     * Goes back to the last durable offsets. Until this succeeds, nothing that is read counts as read.
     *
     * @return whether it has succeeded
     */
    private boolean goBack(KafkaConsumer<byte[], byte[]> consumer) {
        int now = epoch.get();
        covered.none();
        waiting.clear();
        Set<TopicPartition> mine = consumer.assignment();
        try {
            commit(consumer);
        } catch (CommitFailedException | RebalanceInProgressException e) {
            // The group has removed this member, or is changing. Only a poll joins it again.
            log.info("Joins the group again before telemetry is read again: {}", e.toString());
            consumer.pause(mine);
            consumer.poll(POLL);
            return false;
        }
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(mine, ANSWER);
        List<TopicPartition> never = mine.stream()
                .filter(partition -> committed.get(partition) == null)
                .toList();
        mine.forEach(partition -> {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset != null) {
                consumer.seek(partition, offset);
            }
        });
        if (!never.isEmpty()) {
            consumer.seekToBeginning(never);
        }
        seenEpoch = now;
        log.info("Telemetry that was not archived is read again, from {}", committed);
        return true;
    }

    private void commitInBackground(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(consumer);
        if (!offsets.isEmpty()) {
            consumer.commitAsync(offsets, (sent, failure) -> {
                if (failure != null) {
                    log.debug("Offsets not committed yet", failure);
                    sent.forEach((partition, offset) -> durable.merge(partition, offset.offset(), Math::max));
                }
            });
        }
    }

    private void commit(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(consumer);
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, ANSWER);
        } catch (KafkaException e) {
            offsets.forEach((partition, offset) -> durable.merge(partition, offset.offset(), Math::max));
            throw e;
        }
    }

    /** Takes the durable, uncommitted offsets of the partitions that are still assigned to this member. */
    private Map<TopicPartition, OffsetAndMetadata> toCommit(KafkaConsumer<byte[], byte[]> consumer) {
        if (durable.isEmpty()) {
            return Map.of();
        }
        Set<TopicPartition> mine = consumer.assignment();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : List.copyOf(durable.keySet())) {
            Long offset = durable.remove(partition);
            if (offset != null && mine.contains(partition)) {
                offsets.put(partition, new OffsetAndMetadata(offset));
            }
        }
        return offsets;
    }

    /** While the archive takes nothing, {@link PositionFollower} reads the positions. */
    private void markCovered(KafkaConsumer<byte[], byte[]> consumer) {
        if (disabled || archive.trouble() != null) {
            covered.none();
            return;
        }
        covered.now(consumer.assignment().stream()
                .filter(partition -> covered.has(partition.partition()) || isNearTheEnd(consumer, partition))
                .map(TopicPartition::partition)
                .collect(Collectors.toSet()));
    }

    private static boolean isNearTheEnd(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
        OptionalLong lag = consumer.currentLag(partition);
        return lag.isPresent() && lag.getAsLong() <= NEAR_THE_END;
    }

    /** Reads nothing more. Messages that were read are still archived and committed. */
    void disable() {
        disabled = true;
    }

    private void finish(KafkaConsumer<byte[], byte[]> consumer) {
        archive.flush();
        if (waiting.isEmpty() && underWay.get() == 0 && seenEpoch == epoch.get()) {
            commit(consumer);
            drained.tryEmitEmpty();
        }
    }

    /** Completes when all messages that were read are archived and committed. */
    Mono<Void> drained() {
        return thread == null ? Mono.empty() : drained.asMono();
    }

    /** Leaves the group. Completes when the group is left. */
    Mono<Void> stop() {
        PollThread running = thread;
        return running == null ? Mono.empty() : running.stop();
    }

    private void leave(KafkaConsumer<byte[], byte[]> consumer) {
        archiveRest(consumer);
        covered.none();
    }

    /** Waits, up to its timeout, until the archive has everything. Other members then begin where this member has ended. */
    private void archiveRest(KafkaConsumer<byte[], byte[]> consumer) {
        long end = System.nanoTime() + settings.rebalanceWait().toNanos();
        while ((!offerWaiting() || underWay.get() > 0)
                && seenEpoch == epoch.get()
                && archive.trouble() == null
                && System.nanoTime() - end < 0) {
            archive.flush();
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        try {
            commit(consumer);
        } catch (KafkaException e) {
            log.warn("Offsets not committed; telemetry before them is archived again: {}", e.toString());
        }
    }

    private final class Rebalance implements ConsumerRebalanceListener {

        private final KafkaConsumer<byte[], byte[]> consumer;

        Rebalance(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            log.info("Archives {} of {}", partitions, settings.channel());
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                log.info("Gives up {} of {}", partitions, settings.channel());
                archiveRest(consumer);
                forget(partitions);
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            log.warn(
                    "Has lost {} of {}; what was not committed is archived again by others",
                    partitions,
                    settings.channel());
            forget(partitions);
        }

        private void forget(Collection<TopicPartition> partitions) {
            // Another member commits from now on. A later commit here could set its offset back.
            partitions.forEach(durable::remove);
            covered.without(partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet()));
        }
    }
}
