package io.dronedelivery.servicekit.problem;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets a bounded number of log lines through in ten seconds and counts the others. The log is written by the event loops: when a backend
 * is unavailable, a line for each request would take more time than the requests.
 *
 * <p>May be called by any thread. At the end of an interval one line more or one less may be let through.
 */
public final class LogLimit {

    /** The line is left out. */
    public static final int LEFT_OUT = -1;

    private static final long INTERVAL_NANOS = 10_000_000_000L;

    private final int lines;
    private final LongSupplier clock;
    private final AtomicLong intervalEnd;
    private final AtomicInteger asked = new AtomicInteger();

    /**
     * @param lines in each interval; with 0 nothing is ever written
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public LogLimit(int lines, LongSupplier clock) {
        this.lines = lines;
        this.clock = clock;
        this.intervalEnd = new AtomicLong(clock.getAsLong() + INTERVAL_NANOS);
    }

    /** {@link #LEFT_OUT}, or how many lines have been left out before the one that may be written now. */
    public int next() {
        if (lines == 0) {
            return LEFT_OUT;
        }
        long now = clock.getAsLong();
        long end = intervalEnd.get();
        if (now - end >= 0 && intervalEnd.compareAndSet(end, now + INTERVAL_NANOS)) {
            return Math.max(0, asked.getAndSet(1) - lines);
        }
        return asked.incrementAndGet() <= lines ? 0 : LEFT_OUT;
    }
}
