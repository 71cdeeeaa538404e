package io.dronedelivery.servicekit.telemetry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The share that keeps so many traces a second on average. It follows the rate of the last seconds; when more traces begin than these
 * led to expect, it halves itself at once, so that a burst brings a few dozen traces instead of thousands.
 */
final class SamplingRate implements Supplier<SampledShare> {

    private static final long WINDOW_NANOS = 1_000_000_000;
    /** One of so many is as good as none. */
    private static final long LEAST = 1L << 40;

    private record State(long n, SampledShare share) {}

    private final double perSecond;
    private final long budget;
    private final LongSupplier clock;
    private final AtomicLong windowStart;
    private final LongAdder begun = new LongAdder();
    private volatile State state = new State(1, SampledShare.ALL);
    private volatile double lastRate;

    /**
     * @param perSecond how many traces to keep
     * @param clock nanoseconds
     */
    SamplingRate(double perSecond, LongSupplier clock) {
        this.perSecond = perSecond;
        this.budget = Math.max(1, Math.round(perSecond));
        this.clock = clock;
        this.windowStart = new AtomicLong(clock.getAsLong());
    }

    /** For the next trace that begins. */
    @Override
    public SampledShare get() {
        long now = clock.getAsLong();
        long start = windowStart.get();
        if (now - start >= WINDOW_NANOS && windowStart.compareAndSet(start, now)) {
            adjust(begun.sumThenReset() * 1e9 / (now - start));
        }
        begun.increment();
        State current = state;
        if (current.n < LEAST && begun.sum() > budget * current.n * 2) {
            current = set(current.n * 2);
        }
        return current.share;
    }

    /** Upwards at once, downwards by and by: a pause of a second does not mean that the load is over. */
    private void adjust(double rate) {
        double expected = Math.max(rate, (lastRate + rate) / 2);
        lastRate = expected;
        set(Math.max(1, (long) Math.ceil(expected / perSecond)));
    }

    private State set(long n) {
        State current = state;
        State next = current.n == n ? current : new State(n, SampledShare.oneOf(n));
        state = next;
        return next;
    }
}
