package io.dronedelivery.messaging.servicebus;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Counts a subscription's events that are being handled, and lets no more in when it is closed. The SDK has no drain: a processor that is
 * stopped gives up the messages that are being handled. So a message that arrives after the gate was closed is kept unsettled until the
 * processor is closed; the broker then delivers it to another consumer. All methods may be called by any thread.
 */
final class WorkGate {

    private boolean open = true;
    private int inFlight;
    private Sinks.Empty<Void> drained = Sinks.empty();
    private Sinks.Empty<Void> gone = Sinks.empty();

    /** Whether an event may be handled now. After {@code true} the caller has to call {@link #leave()}. */
    synchronized boolean enter() {
        if (open) {
            inFlight++;
        }
        return open;
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** The event is settled, or given up. */
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

    /** Lets events in, also after an end. */
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

    /** The processor is closed: events that are still being handled can no longer be settled. */
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
