package io.dronedelivery.drone.telemetry;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The durations from a message's scheduled time to one point of its way, in constant memory. The shares are exact; the percentiles are
 * within 0.1 %. Any thread may call it; it is locked once for each batch.
 */
final class Leg {

    private static final long LONGEST = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 3;

    private final Histogram micros = new Histogram(LONGEST, DIGITS);
    private long longest;
    private long within1ms;
    private long within10ms;
    private long within100ms;

    /**
     * Records that messages arrived at this point.
     *
     * @param now time of arrival, in microseconds since 1970
     * @param created times of creation, in microseconds since 1970
     * @param count number of times in {@code created}
     */
    synchronized void record(long now, long[] created, int count) {
        for (int i = 0; i < count; i++) {
            // The clocks of two machines may differ.
            long took = Math.max(0, now - created[i]);
            micros.recordValue(Math.min(took, LONGEST));
            longest = Math.max(longest, took);
            within1ms += took <= 1_000 ? 1 : 0;
            within10ms += took <= 10_000 ? 1 : 0;
            within100ms += took <= 100_000 ? 1 : 0;
        }
    }

    synchronized void reset() {
        micros.reset();
        longest = 0;
        within1ms = 0;
        within10ms = 0;
        within100ms = 0;
    }

    synchronized TelemetryStatus.Leg status() {
        long count = micros.getTotalCount();
        return new TelemetryStatus.Leg(
                count,
                percentile(50),
                percentile(90),
                percentile(99),
                percentile(99.9),
                longest,
                share(within1ms, count),
                share(within10ms, count),
                share(within100ms, count));
    }

    private long percentile(double percentile) {
        return Math.min(longest, micros.getValueAtPercentile(percentile));
    }

    private static double share(long some, long all) {
        return all == 0 ? 0 : (double) some / all;
    }
}
