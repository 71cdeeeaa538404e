package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;

public final class SeriesValues {
    private double sum;
    private long count;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(TelemetryItem.Metric metric) {
        sum += metric.sum();
        count += metric.count();
        min = Math.min(min, metric.min());
        max = Math.max(max, metric.max());
    }

    public void merge(SeriesValues other) {
        sum += other.sum;
        count += other.count;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    public double sum() {
        return sum;
    }

    public long count() {
        return count;
    }

    /** The mean of a gauge, or the mean of a histogram's values; 0 without values. */
    public double average() {
        return count == 0 ? 0 : sum / count;
    }

    public double min() {
        return count == 0 ? 0 : min;
    }

    public double max() {
        return count == 0 ? 0 : max;
    }
}
