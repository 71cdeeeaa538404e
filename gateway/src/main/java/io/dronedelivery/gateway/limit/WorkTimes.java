package io.dronedelivery.gateway.limit;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * Requests of one kind, such as those of an endpoint, which usually take equally long. Several kinds share a limit, and what is quick for
 * one is slow for another; so each is compared with what is usual for it.
 *
 * <p>Any thread may record; {@link LimitSearch} alone closes a window, by one thread at a time.
 */
final class WorkTimes {

    /** A single kind that hangs must not look as if all of them did. */
    private static final double MAX_RATIO = 8;

    private static final double FALL = 0.3;
    private static final double RISE = 1 / 100.0;
    private static final double RISE_WHEN_BUSY = 1 / 2000.0;

    private final LongAdder nanos = new LongAdder();
    private final LongAdder count = new LongAdder();
    private final boolean learning;
    private volatile double usualNanos;

    private WorkTimes(boolean learning, double usualNanos) {
        this.learning = learning;
        this.usualNanos = usualNanos;
    }

    /** Work of which is found out what is usual. */
    static WorkTimes learned() {
        return new WorkTimes(true, 0);
    }

    static WorkTimes given(Duration usual) {
        return new WorkTimes(false, Math.max(1, usual.toNanos()));
    }

    /** What is usual, 0 as long as that is not known. */
    long usualNanos() {
        return (long) usualNanos;
    }

    /**
     * One has been answered.
     *
     * @param ownDelay how much of the time may be the gateway's own delay; it explains what is above the usual, and no more
     */
    void answered(long took, long ownDelay) {
        long floor = Math.min(took, (long) usualNanos);
        nanos.add(usualNanos == 0 ? took : Math.max(floor, took - ownDelay));
        count.increment();
    }

    /** One was given up after this time. That it took longer than usual is known; that it was quick is not. */
    void unanswered(long took, long ownDelay) {
        double usual = usualNanos;
        if (usual > 0 && took > usual) {
            answered(took, ownDelay);
        }
    }

    long count() {
        return count.sum();
    }

    /** What one has taken in a window. */
    record WorkSample(long count, double ratio, double nanos) {}

    /**
     * Ends a window and learns from it.
     *
     * @param busy whether the limit was in use, so that what is measured may be its own doing
     */
    WorkSample close(boolean busy) {
        long finished = count.sumThenReset();
        long sum = nanos.sumThenReset();
        if (finished <= 0) {
            return new WorkSample(0, 1, 0);
        }
        double mean = Math.max(1, (double) sum / finished);
        double usual = usualNanos == 0 ? mean : usualNanos;
        double ratio = Math.min(MAX_RATIO, mean / usual);
        // What is usual without contention: quick to fall, slow to rise, and slowest while it may be the load that is
        // measured.
        double share = mean < usual ? FALL : busy ? RISE_WHEN_BUSY : RISE;
        if (learning) {
            usualNanos = usual + (ratio * usual - usual) * share;
        }
        return new WorkSample(finished, ratio, mean);
    }
}
