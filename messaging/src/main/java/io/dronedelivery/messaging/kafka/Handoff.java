package io.dronedelivery.messaging.kafka;

import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.util.concurrent.Queues;

/**
 * Hands things over from any threads to one at a time, in order. When they come fast, many are taken over for one switch of threads.
 *
 * @param <T> what is handed over
 */
final class Handoff<T> {

    private static final Logger log = LoggerFactory.getLogger(Handoff.class);

    private final Queue<T> queue = Queues.<T>unboundedMultiproducer().get();
    private final AtomicInteger signals = new AtomicInteger();
    private final Executor executor;
    private final Consumer<T> receiver;

    /**
     * @param executor where the receiver runs
     * @param receiver gets one after another
     */
    Handoff(Executor executor, Consumer<T> receiver) {
        this.executor = executor;
        this.receiver = receiver;
    }

    /** @throws java.util.concurrent.RejectedExecutionException when the executor has ended */
    void add(T thing) {
        queue.offer(thing);
        if (signals.getAndIncrement() == 0) {
            executor.execute(this::drain);
        }
    }

    private void drain() {
        int seen = signals.get();
        do {
            for (T next = queue.poll(); next != null; next = queue.poll()) {
                accept(next);
            }
            seen = signals.addAndGet(-seen);
        } while (seen != 0);
    }

    /** What one thing throws must not stop the others. */
    private void accept(T next) {
        try {
            receiver.accept(next);
        } catch (RuntimeException | Error e) {
            log.error("Lost while it was handed over: {}", next, e);
        }
    }
}
