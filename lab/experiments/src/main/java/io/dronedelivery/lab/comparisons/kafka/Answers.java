package io.dronedelivery.lab.comparisons.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * The answers to the events that one thread publishes. The thread waits when too many are outstanding, and is woken when half of them have
 * arrived: a wake-up for each answer would cost more than the publisher.
 */
final class Answers {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Thread publishing = Thread.currentThread();
    private final AtomicLong received = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(10), 3);
    private final int most;
    private volatile long awaited = Long.MAX_VALUE;
    private long given;
    private long seen;

    /** @param most that may be outstanding */
    Answers(int most) {
        this.most = most;
    }

    /** To be called by the publishing thread; waits for room. */
    CoreSubscriber<Void> next() throws IOException, InterruptedException {
        if (given - seen >= most) {
            await(given - most / 2);
        }
        given++;
        return new Answer();
    }

    /**
     * Waits for all of them.
     *
     * @return the times from publication to answer, in microseconds
     */
    Histogram all() throws IOException, InterruptedException {
        await(given);
        if (failure.get() != null) {
            throw new IOException("A publication failed", failure.get());
        }
        return micros;
    }

    private void await(long count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        awaited = count;
        for (seen = received.get(); seen < count; seen = received.get()) {
            long rest = deadline - System.nanoTime();
            if (rest <= 0) {
                throw new IOException("Not everything was answered within " + PATIENCE);
            }
            LockSupport.parkNanos(this, rest);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void received() {
        if (received.incrementAndGet() == awaited) {
            LockSupport.unpark(publishing);
        }
    }

    private final class Answer implements CoreSubscriber<Void> {

        private final long start = System.nanoTime();

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Void never) {
            // A publication has no value.
        }

        /** The publisher answers on one thread, so the histogram needs no more. */
        @Override
        public void onComplete() {
            micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
            received();
        }

        @Override
        public void onError(Throwable why) {
            failure.set(why);
            received();
        }
    }
}
