package io.dronedelivery.localapplicationinsights.timeline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The number and the durations of calls. Counts are weighted with {@code itemCount}. The average is exact. Percentiles are of the nearest
 * rank, within one percent.
 */
public final class CallDurations {
    private static final long LONGEST_MICROS = TimeUnit.DAYS.toMicros(1);

    private final LogHistogram micros = new LogHistogram();
    private long count;
    private long failed;
    private double sumMillis;
    private long maxMicros;

    void add(Duration duration, boolean success, int weight) {
        long value = Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(duration.toNanos()));
        micros.add(value, weight);
        count += weight;
        failed += success ? 0 : weight;
        sumMillis += value / 1000.0 * weight;
        maxMicros = Math.max(maxMicros, value);
    }

    void merge(CallDurations other) {
        micros.merge(other.micros);
        count += other.count;
        failed += other.failed;
        sumMillis += other.sumMillis;
        maxMicros = Math.max(maxMicros, other.maxMicros);
    }

    public long count() {
        return count;
    }

    public long failed() {
        return failed;
    }

    public double sumMillis() {
        return sumMillis;
    }

    /** The average over all calls; 0 when there were none. */
    public double averageMillis() {
        return count == 0 ? 0 : sumMillis / count;
    }

    /**
     * The duration that this percentage of the calls did not exceed.
     *
     * @param percent above 0, at most 100
     */
    public double percentileMillis(double percent) {
        return Math.min(maxMicros, micros.percentile(percent)) / 1000.0;
    }

    public double maxMillis() {
        return maxMicros / 1000.0;
    }
}
