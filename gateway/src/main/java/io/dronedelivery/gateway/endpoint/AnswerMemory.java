package io.dronedelivery.gateway.endpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The memory of large answers, from their first bytes until their callers have read them. When an answer finds no room, the connections of
 * callers that read slowly are closed, oldest first. Any thread may call it.
 */
final class AnswerMemory {

    private static final long SLOW_BYTES_PER_SECOND = 64 * 1024;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long max;
    /** Oldest first. */
    private final Queue<AnswerReading> readings = new ArrayDeque<>();

    private final Counter closed;
    private long held;

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

    /** @param max bytes over all answers */
    AnswerMemory(long max, MeterRegistry meters) {
        this.max = max;
        Gauge.builder("gateway.answer.memory", this, AnswerMemory::held)
                .description(
                        "memory of answers longer than 64 KB, from their first bytes until their callers have read them")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
        this.closed = Counter.builder("gateway.answer.memory.closed")
                .description(
                        "connections closed because their callers read slowly while there was no room for another answer")
                .register(meters);
    }

    private synchronized long held() {
        return held;
    }

    /**
     * Whether there is room for so many more bytes. {@link #give} gives them back. A request that is alone always gets them: its parts have
     * their own bounds.
     *
     * @param own what the request holds already
     */
    synchronized boolean tryTake(long bytes, long own) {
        long now = System.nanoTime();
        for (Iterator<AnswerReading> oldest = readings.iterator(); held + bytes > max && oldest.hasNext(); ) {
            AnswerReading reading = oldest.next();
            if (reading.isSlow(now)) {
                oldest.remove();
                closed.increment();
                reading.request.release();
                CallerConnection.close(reading.request.exchange().getResponse());
            }
        }
        if (held > own && held + bytes > max) {
            return false;
        }
        held += bytes;
        return true;
    }

    synchronized void give(long bytes) {
        held -= bytes;
    }

    /** The caller reads the answer from now on. */
    synchronized AnswerReading begin(RoutedRequest request) {
        AnswerReading reading = new AnswerReading(request);
        readings.add(reading);
        return reading;
    }

    /** The caller has read the answer, or has left. */
    synchronized void end(AnswerReading reading) {
        readings.remove(reading);
        reading.request.release();
    }
}
