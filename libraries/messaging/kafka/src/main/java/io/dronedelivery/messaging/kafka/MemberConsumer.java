package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The consumer that reactor-kafka polls. It commits the offsets of {@link GroupProgress}, between polls and before it gives partitions up.
 * {@code poll}, {@code close}, commits and rebalances run on reactor-kafka's thread for this consumer. Any thread may call
 * {@link #committed}, {@link #closed}, {@link #whenClosed} and {@link #sinceLastPoll}.
 *
 * <p>The receiver's own commits are not used. When work ends out of order and a partition is given up, they lose track of records in work.
 * They do not report the success of the last commit either.
 */
class MemberConsumer extends KafkaConsumer<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(MemberConsumer.class);

    /** The poll timeout while full partitions are paused, so that they soon resume. */
    private static final Duration SHORT_POLL = Duration.ofMillis(10);

    private static final long CHECK_NANOS = Duration.ofSeconds(1).toNanos();

    private final GroupProgress progress;
    private final KafkaProperties.KafkaConsumerSettings settings;
    private final String name;
    private final Queue<Sinks.Empty<Void>> awaitedCommits = new ConcurrentLinkedQueue<>();
    private final Sinks.Empty<Void> closed = Sinks.empty();
    private volatile Runnable whenClosed = () -> {};
    private long lastCommit = System.nanoTime();
    private long lastCheck = System.nanoTime();
    private volatile long lastPoll = System.nanoTime();
    private Set<TopicPartition> heldBack = Set.of();
    private boolean pausedByReceiver;
    private boolean commitRuns;

    @FunctionalInterface
    interface Maker {

        /** @param name of the subscription, for the log */
        MemberConsumer make(
                Map<String, Object> client,
                String name,
                KafkaProperties.KafkaConsumerSettings settings,
                GroupProgress progress);
    }

    /** @param name of the subscription, for the log */
    MemberConsumer(
            Map<String, Object> client,
            String name,
            KafkaProperties.KafkaConsumerSettings settings,
            GroupProgress progress) {
        super(client);
        this.name = name;
        this.settings = settings;
        this.progress = progress;
    }

    /** Completes when the work done so far has been committed, by the next poll or at the end of the consumer. */
    Mono<Void> committed() {
        return Mono.defer(() -> {
            Sinks.Empty<Void> awaited = Sinks.empty();
            awaitedCommits.add(awaited);
            return Mono.firstWithSignal(awaited.asMono(), closed.asMono());
        });
    }

    /** Completes when the group has been left and the connections are closed. */
    Mono<Void> closed() {
        return closed.asMono();
    }

    /** @param action runs when the group has been left and the connections are closed */
    void whenClosed(Runnable action) {
        whenClosed = action;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new Rebalance(listener));
    }

    Duration sinceLastPoll() {
        return Duration.ofNanos(System.nanoTime() - lastPoll);
    }

    /**
     * Polls, after a commit when one is due.
     *
     * @throws KafkaException also instead of an {@code Error}: the receiver passes on no other failure, and would never poll again
     */
    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        lastPoll = System.nanoTime();
        try {
            if (progress.isClosed()) {
                super.pause(assignment());
            } else {
                holdBackWhatIsFull();
            }
            commitWhenDue();
            // No code that may fail follows the poll: records that were polled and are not passed on would be lost.
            checkEnds();
            ConsumerRecords<byte[], byte[]> records =
                    super.poll(heldBack.isEmpty() || timeout.compareTo(SHORT_POLL) < 0 ? timeout : SHORT_POLL);
            records.forEach(progress::polled);
            return records;
        } catch (Error error) {
            throw new KafkaException("Polling has ended with an error", error);
        } finally {
            lastPoll = System.nanoTime();
        }
    }

    private void holdBackWhatIsFull() {
        Set<TopicPartition> full = progress.full();
        if (full.isEmpty() && heldBack.isEmpty()) {
            return;
        }
        Set<TopicPartition> mine = assignment();
        Set<TopicPartition> hold = full.stream().filter(mine::contains).collect(Collectors.toUnmodifiableSet());
        List<TopicPartition> freed = heldBack.stream()
                .filter(partition -> !hold.contains(partition) && mine.contains(partition))
                .toList();
        heldBack = hold;
        super.pause(hold);
        if (!pausedByReceiver) {
            super.resume(freed);
        }
    }

    /** The receiver pauses all partitions when it has no demand, and resumes all when it has. */
    @Override
    public void pause(Collection<TopicPartition> partitions) {
        pausedByReceiver = true;
        super.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        pausedByReceiver = false;
        super.resume(partitions.stream()
                .filter(partition -> !heldBack.contains(partition))
                .toList());
    }

    /** Updates the lag: the client knows the ends from its last fetches. */
    private void checkEnds() {
        if (System.nanoTime() - lastCheck < CHECK_NANOS) {
            return;
        }
        lastCheck = System.nanoTime();
        for (TopicPartition partition : assignment()) {
            OptionalLong behind = currentLag(partition);
            if (behind.isPresent()) {
                progress.end(partition, position(partition) + behind.getAsLong());
            }
        }
    }

    private void commitWhenDue() {
        if (!awaitedCommits.isEmpty()) {
            commitForThoseWhoWait();
        } else if (!commitRuns
                && System.nanoTime() - lastCommit > settings.commitInterval().toNanos()) {
            lastCommit = System.nanoTime();
            commitInBackground(progress.toCommit());
        }
    }

    private void commitInBackground(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        commitRuns = true;
        commitAsync(offsets, (sent, failure) -> {
            commitRuns = false;
            if (failure == null) {
                progress.committed(sent);
            } else {
                // The next commit includes these offsets.
                log.debug("{}: offsets not committed yet", name, failure);
            }
        });
    }

    private void commitForThoseWhoWait() {
        List<Sinks.Empty<Void>> waiting = List.copyOf(awaitedCommits);
        if (commitNow()) {
            awaitedCommits.removeAll(waiting);
            waiting.forEach(Sinks.Empty::tryEmitEmpty);
        }
    }

    /** @return whether the broker has all finished offsets */
    private boolean commitNow() {
        Map<TopicPartition, OffsetAndMetadata> offsets = progress.toCommit();
        if (offsets.isEmpty()) {
            return true;
        }
        try {
            commitDespiteWakeups(offsets);
            progress.committed(offsets);
            return true;
        } catch (KafkaException e) {
            log.warn("{}: offsets not committed; records before them may be delivered again: {}", name, e.toString());
            return false;
        }
    }

    /** The receiver wakes its consumer up when there is demand, which interrupts a commit as well as a poll. */
    private void commitDespiteWakeups(Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            commitSync(offsets, settings.closeTimeout());
        } catch (WakeupException e) {
            commitSync(offsets, settings.closeTimeout());
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committedDespiteWakeups(Set<TopicPartition> partitions) {
        try {
            return committed(partitions, settings.closeTimeout());
        } catch (WakeupException e) {
            return committed(partitions, settings.closeTimeout());
        }
    }

    @Override
    @SuppressWarnings("deprecation") // reactor-kafka calls this method.
    public void close(Duration timeout) {
        try {
            commitNow();
            super.close(CloseOptions.timeout(timeout));
        } finally {
            whenClosed.run();
            closed.tryEmitEmpty();
        }
    }

    /** Assignment and revocation of partitions, on the thread that polls. */
    private final class Rebalance implements ConsumerRebalanceListener {

        private final ConsumerRebalanceListener receiver;

        Rebalance(ConsumerRebalanceListener receiver) {
            this.receiver = receiver;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            log.info("{}: was given {}", name, partitions);
            takeOver(partitions);
            receiver.onPartitionsAssigned(partitions);
        }

        private void takeOver(Collection<TopicPartition> partitions) {
            try {
                committedDespiteWakeups(Set.copyOf(partitions)).forEach((partition, last) -> {
                    if (last != null) {
                        progress.assigned(partition, last);
                    }
                });
            } catch (KafkaException e) {
                log.warn(
                        "{}: what earlier members knew of failures of {} is not known: {}",
                        name,
                        partitions,
                        e.toString());
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            log.info("{}: gives up {}", name, partitions);
            progress.leave(partitions, settings.rebalanceWait());
            commitNow();
            receiver.onPartitionsRevoked(partitions);
            progress.forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            log.warn(
                    "{}: has lost {}; records that it had not committed are delivered to other members",
                    name,
                    partitions);
            progress.giveUp(partitions);
            receiver.onPartitionsLost(partitions);
            progress.forget(partitions);
        }
    }
}
