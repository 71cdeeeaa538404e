package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.RetryState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The progress on one partition, from its assignment until it is given up. Guarded by the lock of {@link GroupProgress}.
 *
 * <p>Offsets have gaps, so each polled offset is kept until everything before it is done.
 */
final class PartitionProgress {

    /** Polled, but not taken yet. */
    private final Deque<Long> expected = new ArrayDeque<>();

    /** Taken, but not to be committed yet, because this record or an earlier one is not done. */
    private final Deque<Ticket> pending = new ArrayDeque<>();

    private final Sinks.Empty<Void> givenUp = Sinks.empty();
    private boolean stopped;
    private int running;
    private long next = -1;
    private long committed = -1;
    private RetryState committedRetryState = RetryState.NONE;
    private long firstPolled = -1;
    private long end = -1;

    /** Notes the group's last committed offset at the assignment, with the retry state of the record at that offset. */
    void assigned(OffsetAndMetadata last) {
        committed(last);
    }

    void polled(long offset) {
        if (!stopped) {
            expected.add(offset);
            firstPolled = firstPolled < 0 ? offset : firstPolled;
        }
    }

    /** Takes no more records. */
    void stop() {
        stopped = true;
        expected.clear();
    }

    /** Cancels the running work. Callers must not hold the lock, since cancelled work reports its end in this call. */
    void giveUp() {
        givenUp.tryEmitEmpty();
    }

    Mono<Void> givenUp() {
        return givenUp.asMono();
    }

    /**
     * Takes a record whose work begins.
     *
     * @param timestamp of the record, in milliseconds
     * @return null when it is not the next one: it was buffered for an earlier assignment of the partition, and is polled again
     */
    @Nullable
    Ticket take(long offset, long timestamp) {
        Long first = expected.peek();
        if (stopped || first == null || first != offset) {
            return null;
        }
        expected.remove();
        Ticket ticket = new Ticket(offset, timestamp, offset == committed ? committedRetryState : RetryState.NONE);
        pending.add(ticket);
        running++;
        return ticket;
    }

    /**
     * Notes that the work on a record has ended; a second call has no effect. If the record is not done, no later record is begun, so that
     * it is delivered again before them.
     */
    void ended(Ticket ticket, boolean done) {
        if (ticket.ended) {
            return;
        }
        ticket.ended = true;
        ticket.done = done;
        running--;
        if (!done) {
            stop();
        }
        for (Ticket first = pending.peek(); first != null && first.done; first = pending.peek()) {
            next = first.offset + 1;
            pending.remove();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** Taken records with unfinished work. */
    int running() {
        return running;
    }

    /** Taken records that cannot be committed yet. */
    int uncommitted() {
        return pending.size();
    }

    /** The time of the oldest unfinished record, in milliseconds; {@link Long#MAX_VALUE} when all are done. */
    long oldest() {
        Ticket first = pending.peek();
        return first == null ? Long.MAX_VALUE : first.timestamp;
    }

    /** Adds the records in work that have done no step since a time of {@link System#nanoTime}. */
    void addStalled(long since, List<Sinks.Empty<Void>> stalled) {
        for (Ticket ticket : pending) {
            if (!ticket.ended && !ticket.waits && ticket.stalled != null && ticket.lastStep - since < 0) {
                stalled.add(ticket.stalled);
            }
        }
    }

    /** The offset that the next record will have. */
    void end(long offset) {
        end = offset;
    }

    /** How many records are not committed, with those that were not polled yet. */
    long lag() {
        long from = committed < 0 ? firstPolled : committed;
        return end < 0 || from < 0 ? 0 : Math.max(0, end - from);
    }

    /** The offset to commit, with the retry state of the record that holds it back; null when it is already committed. */
    @Nullable
    OffsetAndMetadata toCommit() {
        Ticket first = pending.peek();
        RetryState retryState = first == null ? RetryState.NONE : first.retryState;
        // After a gap this is the record's own offset, so that the retry state belongs to the record at the committed
        // offset.
        long offset = first == null ? next : first.offset;
        if (offset < 0 || next <= committed && retryState.equals(committedRetryState)) {
            return null;
        }
        return new OffsetAndMetadata(offset, retryState.equals(RetryState.NONE) ? "" : retryState.toString());
    }

    void committed(OffsetAndMetadata done) {
        if (done.offset() >= committed) {
            committed = done.offset();
            committedRetryState = RetryState.parse(done.metadata());
        }
    }

    static final class Ticket {

        private final long offset;
        private final long timestamp;
        private RetryState retryState;
        private boolean ended;
        private boolean done;
        private boolean waits;
        private long lastStep;
        private Sinks.@Nullable Empty<Void> stalled;

        private Ticket(long offset, long timestamp, RetryState retryState) {
            this.offset = offset;
            this.timestamp = timestamp;
            this.retryState = retryState;
        }

        RetryState retryState() {
            return retryState;
        }

        void retryStateChanged(RetryState now) {
            retryState = now;
        }

        void step(long now) {
            lastStep = now;
            waits = false;
        }

        void waits() {
            waits = true;
        }

        /** @param stalled is notified when the work does no step for too long */
        void watch(Sinks.Empty<Void> stalled) {
            this.stalled = stalled;
        }
    }
}
