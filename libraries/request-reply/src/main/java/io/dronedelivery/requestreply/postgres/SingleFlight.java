package io.dronedelivery.requestreply.postgres;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** Runs the same action once at a time. Calls during a run cause one more run. */
final class SingleFlight {

    private final Mono<?> action;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();

    /** @param action reports its own failure; the next call runs it again */
    SingleFlight(Mono<?> action) {
        this.action = action;
    }

    /** Requests a run of the action. */
    void call() {
        if (!stopped.get() && calls.getAndIncrement() == 0) {
            run(1);
        }
    }

    void stop() {
        stopped.set(true);
    }

    private void run(int answered) {
        action.subscribe(value -> {}, failure -> again(answered), () -> again(answered));
    }

    private void again(int answered) {
        int left = calls.addAndGet(-answered);
        if (left != 0 && !stopped.get()) {
            run(left);
        }
    }
}
