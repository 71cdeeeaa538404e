package io.dronedelivery.messaging.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
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

    /** Polled, and not taken yet. */
    private final Deque<Long> expected = new ArrayDeque<>();

    /** Taken, and not to be committed yet because it, or one before it, is not done. */
    private final Deque<Ticket> pending = new ArrayDeque<>();

    private final Sinks.Empty<Void> givenUp = Sinks.empty();
    private boolean stopped;
    private int running;
    private long next = -1;
    private long committed = -1;

    void polled(long offset) {
        if (!stopped) {
            expected.add(offset);
        }
    }

    /** Takes no more records. */
    void stop() {
        stopped = true;
        expected.clear();
    }

    /** Cancels the work that runs. Not to be called with the lock held, since cancelled work reports its end in this call. */
    void giveUp() {
        givenUp.tryEmitEmpty();
    }

    Mono<Void> givenUp() {
        return givenUp.asMono();
    }

    /**
     * Takes a record whose work begins.
     *
     * @return null when it is not the next one: then it was buffered for an earlier assignment of the partition, and is polled again
     */
    @Nullable
    Ticket take(long offset) {
        Long first = expected.peek();
        if (stopped || first == null || first != offset) {
            return null;
        }
        expected.remove();
        Ticket ticket = new Ticket(offset);
        pending.add(ticket);
        running++;
        return ticket;
    }

    /**
     * The work on a record has ended; a second call for it has no effect. If it is not done, no record after it is begun, so that it is
     * delivered again before them.
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

    /** Records that were taken and whose work has not ended. */
    int running() {
        return running;
    }

    /** Records that were taken and are not to be committed yet. */
    int uncommitted() {
        return pending.size();
    }

    /** The offset to commit, null when it is committed already. */
    @Nullable
    OffsetAndMetadata toCommit() {
        return next > committed ? new OffsetAndMetadata(next) : null;
    }

    void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    /** One record that was taken. */
    static final class Ticket {

        private final long offset;
        private boolean ended;
        private boolean done;

        private Ticket(long offset) {
            this.offset = offset;
        }
    }
}
