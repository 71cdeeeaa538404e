package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.RetryState;
import io.dronedelivery.messaging.kafka.PartitionProgress.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The progress of one member of a group on its partitions: which records were polled, which run, which offsets may be committed. The
 * consumer's thread uses it, and the threads on which work begins and ends. Its lock guards it; waiting callers are notified outside of the
 * lock.
 */
final class GroupProgress {

    private final int maxRunning;
    private final int maxUncommitted;
    private final Map<TopicPartition, PartitionProgress> partitions = new HashMap<>();
    private final List<Sinks.Empty<Void>> waitingForQuiet = new ArrayList<>();
    private boolean closed;
    private long lastStep = System.nanoTime();

    /**
     * @param maxRunning how many records of a partition may be in work, or wait for one of their key, before it is full
     * @param maxUncommitted how many records of a partition may be taken and not committed before it is full
     */
    GroupProgress(int maxRunning, int maxUncommitted) {
        this.maxRunning = maxRunning;
        this.maxUncommitted = maxUncommitted;
    }

    /** Notes that a partition was assigned to this member, with the group's last committed offset. */
    synchronized void assigned(TopicPartition partition, OffsetAndMetadata last) {
        partitions.computeIfAbsent(partition, added -> new PartitionProgress()).assigned(last);
    }

    /** Notes a record from the broker; called in the order of offsets. */
    synchronized void polled(ConsumerRecord<?, ?> record) {
        partitions
                .computeIfAbsent(partitionOf(record), added -> new PartitionProgress())
                .polled(record.offset());
    }

    /** @return null when the work must not begin: the partition was given up meanwhile, or this member takes no more records */
    synchronized @Nullable Work take(ConsumerRecord<?, ?> record) {
        PartitionProgress partition = partitions.get(partitionOf(record));
        Ticket ticket = closed || partition == null ? null : partition.take(record.offset(), record.timestamp());
        lastStep = System.nanoTime();
        return ticket == null ? null : new Work(Objects.requireNonNull(partition), ticket);
    }

    /** Takes no more records. */
    synchronized void close() {
        closed = true;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Completes when no work runs. */
    synchronized Mono<Void> quiet() {
        return running(partitions.keySet()) == 0 ? Mono.empty() : waiter();
    }

    /** The partitions that must not be polled now. Each has its own limit, so that one cannot stop the others. */
    synchronized Set<TopicPartition> full() {
        Set<TopicPartition> full = Set.of();
        for (Map.Entry<TopicPartition, PartitionProgress> entry : partitions.entrySet()) {
            PartitionProgress progress = entry.getValue();
            if (progress.running() >= maxRunning || progress.uncommitted() >= maxUncommitted) {
                full = full.isEmpty() ? new HashSet<>() : full;
                full.add(entry.getKey());
            }
        }
        return full;
    }

    private Mono<Void> waiter() {
        Sinks.Empty<Void> waiter = Sinks.empty();
        waitingForQuiet.add(waiter);
        return waiter.asMono();
    }

    /**
     * Begins no more records of partitions, and blocks until their running work has ended. Then {@link #toCommit} has their final offsets.
     * The consumer's thread calls it during a rebalance.
     *
     * @param timeout after which work that still runs is cancelled
     */
    void leave(Collection<TopicPartition> leaving, Duration timeout) {
        awaitQuiet(leaving, timeout);
        giveUp(leaving);
    }

    private synchronized void awaitQuiet(Collection<TopicPartition> leaving, Duration timeout) {
        of(leaving).forEach(PartitionProgress::stop);
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            for (long left = timeout.toMillis(); left > 0 && running(leaving) > 0; ) {
                wait(left);
                left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Begins no more records of partitions, and cancels their running work. */
    void giveUp(Collection<TopicPartition> lost) {
        List<PartitionProgress> ending;
        synchronized (this) {
            ending = of(lost);
            ending.forEach(PartitionProgress::stop);
        }
        ending.forEach(PartitionProgress::giveUp);
    }

    /** Cancels all work, and takes no more records. */
    void giveUp() {
        giveUp(closedPartitions());
    }

    private synchronized List<TopicPartition> closedPartitions() {
        closed = true;
        return List.copyOf(partitions.keySet());
    }

    /** Drops the progress of partitions that now belong to another member. */
    void forget(Collection<TopicPartition> gone) {
        List<Sinks.Empty<Void>> released;
        synchronized (this) {
            gone.forEach(partitions::remove);
            released = released();
        }
        released.forEach(Sinks.Empty::tryEmitEmpty);
    }

    /** The offsets to commit, for partitions where they are ahead of the committed ones. */
    synchronized Map<TopicPartition, OffsetAndMetadata> toCommit() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        partitions.forEach((partition, progress) -> {
            OffsetAndMetadata offset = progress.toCommit();
            if (offset != null) {
                offsets.put(partition, offset);
            }
        });
        return offsets;
    }

    synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            PartitionProgress progress = partitions.get(partition);
            if (progress != null) {
                progress.committed(offset);
            }
        });
    }

    /** How many taken records have unfinished work. */
    synchronized int running() {
        return running(partitions.keySet());
    }

    /** How many taken records cannot be committed yet. */
    synchronized int uncommitted() {
        return partitions.values().stream()
                .mapToInt(PartitionProgress::uncommitted)
                .sum();
    }

    /** How long ago the oldest unfinished record was written; while none is in work, for how long records have waited. */
    Duration oldestAge() {
        long oldest = oldest();
        return oldest == Long.MAX_VALUE
                ? withoutProgress()
                : Duration.ofMillis(Math.max(0, Instant.now().toEpochMilli() - oldest));
    }

    private synchronized long oldest() {
        return partitions.values().stream()
                .mapToLong(PartitionProgress::oldest)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Fails the work on records that has done no step for a time, so that it begins anew in its place. */
    void failStalled(Duration limit) {
        List<Sinks.Empty<Void>> stalled = new ArrayList<>();
        synchronized (this) {
            long since = System.nanoTime() - limit.toNanos();
            partitions.values().forEach(partition -> partition.addStalled(since, stalled));
        }
        // Outside of the lock, because cancelled work reports its end in this call.
        stalled.forEach(work ->
                work.tryEmitError(new IllegalStateException("The work has done no step for more than " + limit)));
    }

    /** For how long records have waited while none was taken and no work did a step; zero when none waits. */
    synchronized Duration withoutProgress() {
        return closed || lag() == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastStep);
    }

    /** The offset that the next record of a partition will have. */
    synchronized void end(TopicPartition partition, long offset) {
        PartitionProgress progress = partitions.get(partition);
        if (progress != null) {
            progress.end(offset);
        }
    }

    /** How many records of this member's partitions are not committed, with those that were not polled yet. */
    synchronized long lag() {
        return partitions.values().stream().mapToLong(PartitionProgress::lag).sum();
    }

    private int running(Collection<TopicPartition> some) {
        return of(some).stream().mapToInt(PartitionProgress::running).sum();
    }

    private List<PartitionProgress> of(Collection<TopicPartition> some) {
        return some.stream().map(partitions::get).filter(Objects::nonNull).toList();
    }

    private static TopicPartition partitionOf(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private void ended(PartitionProgress partition, Ticket ticket, boolean done) {
        List<Sinks.Empty<Void>> released;
        synchronized (this) {
            partition.ended(ticket, done);
            lastStep = System.nanoTime();
            notifyAll();
            released = released();
        }
        // Outside of the lock, because waiting callers continue in this call.
        released.forEach(Sinks.Empty::tryEmitEmpty);
    }

    private List<Sinks.Empty<Void>> released() {
        List<Sinks.Empty<Void>> released = new ArrayList<>();
        if (!waitingForQuiet.isEmpty() && running() == 0) {
            released.addAll(waitingForQuiet);
            waitingForQuiet.clear();
        }
        return released;
    }

    final class Work {

        private final PartitionProgress partition;
        private final Ticket ticket;

        private Work(PartitionProgress partition, Ticket ticket) {
            this.partition = partition;
            this.ticket = ticket;
        }

        /** Whether it still may begin: this member owns the record, and no earlier record was left undone. A step of the work. */
        boolean mayBegin() {
            synchronized (GroupProgress.this) {
                step();
                return !partition.isStopped();
            }
        }

        private void step() {
            lastStep = System.nanoTime();
            ticket.step(lastStep);
        }

        /** The work waits for a slot, however long that takes, until it asks {@link #mayBegin} again. */
        void waits() {
            synchronized (GroupProgress.this) {
                ticket.waits();
            }
        }

        /** Fails when the work has done no step for too long, from the subscription on. */
        Mono<Void> stalled() {
            return Mono.defer(() -> {
                Sinks.Empty<Void> stalled = Sinks.empty();
                synchronized (GroupProgress.this) {
                    step();
                    ticket.watch(stalled);
                }
                return stalled.asMono();
            });
        }

        /** Whether it may be retried when it cannot be settled now; false for a member that is about to leave. */
        boolean mayRepeat() {
            synchronized (GroupProgress.this) {
                step();
                return !closed && !partition.isStopped();
            }
        }

        /** The record's retry state, with calls of earlier members. */
        RetryState retryState() {
            synchronized (GroupProgress.this) {
                return ticket.retryState();
            }
        }

        /** Notes that a call has failed. The state is committed with the offset when this record holds it back. */
        void retryStateChanged(RetryState now) {
            synchronized (GroupProgress.this) {
                step();
                ticket.retryStateChanged(now);
            }
        }

        /** Completes when the work has to end, because another member now owns the record. */
        Mono<Void> givenUp() {
            return partition.givenUp();
        }

        void ended(boolean done) {
            GroupProgress.this.ended(partition, ticket, done);
        }
    }
}
