package io.dronedelivery.servicekit.telemetry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Computes the share that keeps a given number of traces a second on average. It follows the rate of the last seconds. When more traces
 * begin than expected from that rate, the share is halved at once, so that a few dozen traces of a burst are kept instead of thousands.
 */
final class SamplingRate implements Supplier<SampledShare> {

    private static final long WINDOW_NANOS = 1_000_000_000;
    /** 1/n with this n keeps practically nothing. */
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

    /** The share for the next trace that begins. */
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

    /** The rate rises at once and falls slowly: a pause of a second does not mean that the load is over. */
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
