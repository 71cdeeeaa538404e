package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The number and the durations of calls. Counts are weighted with {@code itemCount}. The average is exact. Percentiles are of the nearest
 * rank, within one percent.
 */
public final class CallDurations {
    private static final long LONGEST_MICROS = TimeUnit.DAYS.toMicros(1);

    /** Further codes are counted together. */
    private static final int MAX_CODES = 20;

    private final Map<String, Long> failures = new TreeMap<>();
    private final LogHistogram micros = new LogHistogram();
    private long count;
    private long failed;
    private double sumMillis;
    private long maxMicros;

    void add(TelemetryItem.Span span) {
        add(span, !span.success());
    }

    void add(TelemetryItem.Span span, boolean isFailure) {
        long value = Math.min(
                LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(span.duration().toNanos()));
        int weight = span.context().itemCount();
        micros.add(value, weight);
        count += weight;
        sumMillis += value / 1000.0 * weight;
        maxMicros = Math.max(maxMicros, value);
        if (isFailure) {
            failed += weight;
            addFailures(code(span), weight);
        }
    }

    /** The status code, if there is one, and the reason, if there is one, such as {@code 504 backend-timeout}. */
    private static String code(TelemetryItem.Span span) {
        String status = span instanceof TelemetryItem.Dependency call ? call.status() : span.resultCode();
        String type = span.context().dimension(GatewayNames.PROBLEM_TYPE);
        String code = ((status.equals("0") ? "" : status) + " " + type.substring(type.lastIndexOf(':') + 1)).strip();
        return code.isEmpty() ? "failed or cancelled" : code;
    }

    private void addFailures(String code, long number) {
        failures.merge(failures.size() < MAX_CODES || failures.containsKey(code) ? code : "(other)", number, Long::sum);
    }

    void merge(CallDurations other) {
        micros.merge(other.micros);
        other.failures.forEach(this::addFailures);
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

    /** Number of failed calls by code. */
    public Map<String, Long> failures() {
        return failures;
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
