package io.dronedelivery.gateway.endpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of large answers, from their first bytes until their callers have read them. When an answer finds no room, the connections of
 * callers that read slowly are closed, oldest first. Any thread may call it.
 *
 * <p>Answers wait for room in the order of their requests. Requests that hold some of their parts could wait for each other for ever. So one
 * request may exceed the bound, the oldest. The next one may when the bound is kept again.
 */
final class AnswerMemory {

    private static final long SLOW_BYTES_PER_SECOND = 64 * 1024;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What an answer that waits has in its connection. */
    private static final long WAITING_BYTES = 64 * 1024;

    private final long max;
    private final Supplier<? extends EventExecutor> loop;
    /** Oldest first. */
    private final Queue<AnswerReading> readings = new ArrayDeque<>();

    private final Queue<WaitingAnswer> waiting = new PriorityQueue<>();
    private final Counter closed;
    private long held;
    /** It may exceed the bound. */
    private @Nullable RoutedRequest unbounded;

    private @Nullable Future<?> nextCheck;

    /** An answer that a caller is reading. How fast is measured in windows of at least ten seconds, because a socket takes bytes in bursts of a megabyte. */
    static final class AnswerReading {

        private final RoutedRequest request;
        private long windowBegan = System.nanoTime();
        private long takenInWindow;
        private boolean wasSlow;

        private AnswerReading(RoutedRequest request) {
            this.request = request;
        }

        /** So many more bytes are on their way. */
        synchronized void took(int bytes) {
            takenInWindow += bytes;
            isSlow(System.nanoTime());
        }

        /** Whether it was in the last whole window. */
        private synchronized boolean isSlow(long now) {
            long nanos = now - windowBegan;
            if (nanos >= WINDOW_NANOS) {
                wasSlow = takenInWindow < SLOW_BYTES_PER_SECOND * nanos / TimeUnit.SECONDS.toNanos(1);
                windowBegan = now;
                takenInWindow = 0;
            }
            return wasSlow;
        }
    }

    /** An answer that waits for room. */
    private record WaitingAnswer(RoutedRequest request, long bytes, Runnable granted)
            implements Comparable<WaitingAnswer> {

        @Override
        public int compareTo(WaitingAnswer other) {
            return Long.signum(request.startedAt() - other.request.startedAt());
        }
    }

    /**
     * @param max bytes over all answers
     * @param loop the event loop that calls {@link #waitToTake}
     */
    AnswerMemory(long max, Supplier<? extends EventExecutor> loop, MeterRegistry meters) {
        this.max = max;
        this.loop = loop;
        Gauge.builder("gateway.answer.memory", this, AnswerMemory::held)
                .description(
                        "memory of answers longer than 64 KB, from their first bytes until their callers have read them")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
        Gauge.builder("gateway.answer.memory.waiting", this, AnswerMemory::waiting)
                .description("answers longer than 64 KB that wait for memory")
                .register(meters);
        this.closed = Counter.builder("gateway.answer.memory.closed")
                .description(
                        "connections closed because their callers read slowly while there was no room for another answer")
                .register(meters);
    }

    private synchronized long held() {
        return held;
    }

    private synchronized int waiting() {
        return waiting.size();
    }

    /** Takes room for so many more bytes. {@link #give} gives them back. False when there is none now, or an older request waits. */
    synchronized boolean tryTake(RoutedRequest request, long bytes) {
        WaitingAnswer first = waiting.peek();
        return (first == null || request == unbounded || request.startedAt() - first.request.startedAt() < 0)
                && take(request, bytes);
    }

    /**
     * Waits for the room.
     *
     * @param granted is run under the lock when the request has it
     * @return false when too many wait
     */
    synchronized boolean waitToTake(RoutedRequest request, long bytes, Runnable granted) {
        if (waiting.size() >= max / 2 / WAITING_BYTES) {
            return false;
        }
        waiting.add(new WaitingAnswer(request, bytes, granted));
        serve();
        return true;
    }

    synchronized void abandon(Runnable granted) {
        if (waiting.removeIf(one -> one.granted == granted)) {
            serve();
        }
    }

    private void serve() {
        for (WaitingAnswer next = next(); next != null && take(next.request, next.bytes); next = next()) {
            waiting.remove(next);
            next.granted.run();
        }
        if (!waiting.isEmpty() && nextCheck == null) {
            nextCheck = loop.get().schedule(this::check, 1, TimeUnit.SECONDS);
        }
    }

    /** No other event says that a caller has become slow. */
    private synchronized void check() {
        nextCheck = null;
        serve();
    }

    private @Nullable WaitingAnswer next() {
        for (WaitingAnswer one : waiting) {
            if (one.request == unbounded) {
                return one;
            }
        }
        return waiting.peek();
    }

    private boolean take(RoutedRequest request, long bytes) {
        if (!mayTake(request, bytes)) {
            closeSlowReaders(request, bytes);
            if (!mayTake(request, bytes)) {
                return false;
            }
        }
        if (request.hold(bytes)) {
            held += bytes;
            unbounded = held > max ? request : unbounded;
        }
        return true;
    }

    private boolean mayTake(RoutedRequest request, long bytes) {
        return held + bytes <= max || request == unbounded || unbounded == null && held <= max;
    }

    private void closeSlowReaders(RoutedRequest request, long bytes) {
        long now = System.nanoTime();
        for (Iterator<AnswerReading> oldest = readings.iterator(); oldest.hasNext() && !mayTake(request, bytes); ) {
            AnswerReading reading = oldest.next();
            if (reading.isSlow(now)) {
                oldest.remove();
                closed.increment();
                held -= reading.request.takeHeld();
                CallerConnection.close(reading.request.exchange().getResponse());
            }
        }
    }

    synchronized void give(RoutedRequest request, long bytes) {
        held -= bytes;
        unbounded = request == unbounded ? null : unbounded;
        serve();
    }

    /** The caller reads the answer from now on. */
    synchronized AnswerReading begin(RoutedRequest request) {
        unbounded = request == unbounded ? null : unbounded;
        AnswerReading reading = new AnswerReading(request);
        readings.add(reading);
        serve();
        return reading;
    }

    /** The caller has read the answer, or has left. */
    synchronized void end(AnswerReading reading) {
        readings.remove(reading);
        give(reading.request, reading.request.takeHeld());
    }
}
