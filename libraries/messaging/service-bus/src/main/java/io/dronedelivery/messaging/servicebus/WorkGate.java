package io.dronedelivery.messaging.servicebus;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Counts a subscription's events in work, and lets no more in when it is closed. The SDK has no drain: a stopped processor gives up the
 * messages in work. So a message that arrives after the gate was closed stays unsettled until the processor is closed. Then the broker
 * delivers it to another consumer. Any thread may call all methods.
 */
final class WorkGate {

    private boolean open = true;
    private boolean suspended;
    private int inFlight;
    private Sinks.Empty<Void> drained = Sinks.empty();
    private Sinks.Empty<Void> gone = Sinks.empty();

    /** Whether an event may be handled now. After {@code true} the caller has to call {@link #leave()}. */
    synchronized boolean enter() {
        boolean entered = open && !suspended;
        if (entered) {
            inFlight++;
        }
        return entered;
    }

    /**
     * Lets no more events in until {@link #resume}, before the processor is replaced.
     *
     * @param most events in work; with more the gate stays as it is
     * @return whether it is suspended; false when it is closed
     */
    synchronized boolean suspend(int most) {
        suspended = open && inFlight <= most;
        return suspended;
    }

    /** Lets events in again, after the processor was closed. Events that have come or are in work can no longer be settled. */
    void resume() {
        Sinks.Empty<Void> end;
        synchronized (this) {
            suspended = false;
            end = gone;
            gone = open ? Sinks.empty() : gone;
        }
        end.tryEmitEmpty();
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** The caller's event is settled, or given up. */
    void leave() {
        Sinks.Empty<Void> end;
        synchronized (this) {
            inFlight--;
            if (open || inFlight > 0) {
                return;
            }
            end = drained;
        }
        end.tryEmitEmpty();
    }

    /** Lets events in, also after the gate was closed. */
    synchronized void open() {
        open = true;
        drained = Sinks.empty();
        gone = Sinks.empty();
    }

    /** Lets no more events in. */
    void close() {
        Sinks.Empty<Void> end;
        synchronized (this) {
            open = false;
            if (inFlight > 0) {
                return;
            }
            end = drained;
        }
        end.tryEmitEmpty();
    }

    /** Completes when the gate is closed and the last event is settled. */
    synchronized Mono<Void> drained() {
        return drained.asMono();
    }

    synchronized int inFlight() {
        return inFlight;
    }

    /** Notes that the processor is closed: events in work can no longer be settled. */
    void release() {
        Sinks.Empty<Void> end;
        synchronized (this) {
            end = gone;
        }
        end.tryEmitEmpty();
    }

    /** Completes when the processor is closed. */
    synchronized Mono<Void> gone() {
        return gone.asMono();
    }
}
