package io.dronedelivery.messaging.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Counts messages: reserved, queued, in flight. Reserved and queued messages count against the capacity. A message is counted in its next
 * state before it is removed from the last one, so that a dispatcher with work never looks idle. Any thread may call it; it has no lock.
 */
final class Occupancy {

    private final int capacity;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger reserved = new AtomicInteger();
    private final AtomicInteger inflight = new AtomicInteger();
    private final Sinks.Empty<Void> idle = Sinks.empty();
    private volatile boolean draining;

    Occupancy(int capacity) {
        this.capacity = capacity;
    }

    /**
     * @return 0, or by how many messages there is too little room; then no room is reserved
     * @throws DispatcherDrainingException while it drains
     */
    int reserve(int messages) {
        refuseWhenDraining();
        int now = waiting.get();
        while (true) {
            int missing = now + messages - capacity;
            if (missing > 0) {
                return missing;
            }
            if (waiting.compareAndSet(now, now + messages)) {
                break;
            }
            now = waiting.get();
        }
        reserved.addAndGet(messages);
        if (draining) {
            // The drain may have seen an idle dispatcher before this reservation, so the reservation is undone.
            giveBack(messages);
            refuseWhenDraining();
        }
        return 0;
    }

    private void refuseWhenDraining() {
        if (draining) {
            throw new DispatcherDrainingException();
        }
    }

    /** Releases reserved room. */
    void giveBack(int messages) {
        reserved.addAndGet(-messages);
        waiting.addAndGet(-messages);
        tellWhenIdle();
    }

    void queue(int messages) {
        reserved.addAndGet(-messages);
    }

    /** Moves messages from queued to in flight. */
    void start(int messages) {
        inflight.addAndGet(messages);
        waiting.addAndGet(-messages);
    }

    /** Removes ended messages from those in flight. */
    void finish(int messages) {
        inflight.addAndGet(-messages);
        tellWhenIdle();
    }

    void drain() {
        draining = true;
        tellWhenIdle();
    }

    /** Completes when no message is left, after {@link #drain()}. */
    Mono<Void> idle() {
        return idle.asMono();
    }

    private void tellWhenIdle() {
        if (draining && waiting.get() == 0 && inflight.get() == 0) {
            idle.tryEmitEmpty();
        }
    }

    boolean draining() {
        return draining;
    }

    int capacity() {
        return capacity;
    }

    /** Reserved and queued messages. */
    int waiting() {
        return waiting.get();
    }

    int queued() {
        return Math.max(0, waiting.get() - reserved.get());
    }

    int inflight() {
        return inflight.get();
    }
}
