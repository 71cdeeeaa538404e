package io.dronedelivery.messaging.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * How far the work on one partition is, from its assignment until it is given up. Its owner's lock guards it.
 *
 * <p>Offsets have gaps, so the ones that were polled are kept until everything before them is done.
 */
final class PartitionProgress {

    /** Polled, and not yet handed on. */
    private final Deque<Long> expected = new ArrayDeque<>();

    /** Handed on, and not yet to be committed because one before it is not done. */
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

    /** Nothing is begun any more. */
    void stop() {
        stopped = true;
        expected.clear();
    }

    /** Ends what runs. Not to be called with the lock held: what runs tells that it has ended. */
    void giveUp() {
        givenUp.tryEmitEmpty();
    }

    Mono<Void> givenUp() {
        return givenUp.asMono();
    }

    /**
     * Takes a record in.
     *
     * @return null when it is not the next one: then it was buffered for an earlier assignment of the partition, and comes again
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

    /** The work on a record has ended; said again it changes nothing. If it is not done, nothing after it is begun, so that it can come again in its place. */
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

    /** Where the next member would begin, if that is news to the broker. */
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
