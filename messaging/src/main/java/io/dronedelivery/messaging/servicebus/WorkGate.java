package io.dronedelivery.messaging.servicebus;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Counts a subscription's events that are being handled, and lets no more in when it is closed. The SDK has no drain: a processor that is
 * stopped cuts its handlers off. So what arrives after the gate was closed is held back, unsettled, until the processor is gone; the broker
 * then gives it to somebody else.
 */
final class WorkGate {

    private boolean open = true;
    private int inFlight;
    private Sinks.@Nullable Empty<Void> drained;
    private CountDownLatch gone = new CountDownLatch(1);

    /** Whether an event may be handled now. Who got in has to {@link #leave()}. */
    synchronized boolean enter() {
        if (open) {
            inFlight++;
        }
        return open;
    }

    /** The event is settled. */
    void leave() {
        Sinks.Empty<Void> told = null;
        synchronized (this) {
            inFlight--;
            if (inFlight == 0) {
                told = drained;
            }
        }
        if (told != null) {
            told.tryEmitEmpty();
        }
    }

    synchronized void open() {
        open = true;
        drained = null;
        gone = new CountDownLatch(1);
    }

    synchronized void close() {
        open = false;
    }

    /** Completes when the gate is closed and the last event is settled. */
    Mono<Void> drained() {
        return Mono.defer(() -> {
            synchronized (this) {
                if (!open && inFlight == 0) {
                    return Mono.empty();
                }
                Sinks.Empty<Void> sink = drained;
                if (sink == null) {
                    sink = Sinks.empty();
                    drained = sink;
                }
                return sink.asMono();
            }
        });
    }

    synchronized int inFlight() {
        return inFlight;
    }

    /** Keeps the thread of an event that came too late, until {@link #release()}. */
    void holdBack() throws InterruptedException {
        CountDownLatch end;
        synchronized (this) {
            end = gone;
        }
        end.await();
    }

    /** The processor is gone. */
    synchronized void release() {
        gone.countDown();
    }
}
