package io.dronedelivery.servicekit.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves out of each report the counters that have not increased, and the gauges whose value was already sent within a time. Counts and
 * sums stay exact, because the increase of a counter that is left out is 0. Used by one thread at a time, that of the reports.
 */
final class ChangedMeters implements MetricExporter {

    private final MetricExporter exporter;
    private final long repeatNanos;
    private final Map<GaugeKey, SentGauge> lastSent = new HashMap<>();

    /** @param repeat after this time a gauge is sent again, even if its value is the same */
    ChangedMeters(MetricExporter exporter, Duration repeat) {
        this.exporter = exporter;
        this.repeatNanos = repeat.toNanos();
    }

    private record GaugeKey(String meter, Attributes attributes) {}

    private record SentGauge(double value, long at) {}

    @Override
    public CompletableResultCode export(Collection<MetricData> meters) {
        List<MetricData> changed = new ArrayList<>(meters.size());
        for (MetricData meter : meters) {
            List<PointData> points = new ArrayList<>();
            for (PointData point : meter.getData().getPoints()) {
                if (isWorthSending(meter, point)) {
                    points.add(point);
                }
            }
            if (!points.isEmpty()) {
                changed.add(new ChangedPoints(meter, points));
            }
        }
        return exporter.export(changed);
    }

    private boolean isWorthSending(MetricData meter, PointData point) {
        double value;
        if (point instanceof DoublePointData number) {
            value = number.getValue();
        } else if (point instanceof LongPointData number) {
            value = number.getValue();
        } else {
            return true; // a histogram of what happened since the last report
        }
        if (meter.getData() instanceof SumData<?> sum
                && sum.getAggregationTemporality() == AggregationTemporality.DELTA) {
            return value != 0;
        }
        GaugeKey series = new GaugeKey(meter.getName(), point.getAttributes());
        SentGauge last = lastSent.get(series);
        long now = point.getEpochNanos();
        if (last != null && Double.compare(last.value, value) == 0 && now - last.at < repeatNanos) {
            return false;
        }
        lastSent.put(series, new SentGauge(value, now));
        return true;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
        return exporter.getAggregationTemporality(instrument);
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }

    private record ChangedPoints(MetricData meter, List<PointData> points) implements MetricData {

        @Override
        public Resource getResource() {
            return meter.getResource();
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return meter.getInstrumentationScopeInfo();
        }

        @Override
        public String getName() {
            return meter.getName();
        }

        @Override
        public String getDescription() {
            return meter.getDescription();
        }

        @Override
        public String getUnit() {
            return meter.getUnit();
        }

        @Override
        public MetricDataType getType() {
            return meter.getType();
        }

        @Override
        public Data<?> getData() {
            return () -> points;
        }
    }
}
