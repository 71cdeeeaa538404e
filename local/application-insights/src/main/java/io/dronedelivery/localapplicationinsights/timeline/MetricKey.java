package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.Map;

/** A series of a metric: its name, its source, and its dimensions. */
public record MetricKey(String name, String role, String roleInstance, Map<String, String> dimensions) {

    static MetricKey of(TelemetryItem.Metric metric) {
        return new MetricKey(
                metric.name(),
                metric.context().role(),
                metric.context().roleInstance(),
                metric.context().customDimensions());
    }

    public String dimension(String name) {
        return dimensions.getOrDefault(name, "");
    }

    MetricKey other() {
        return new MetricKey(InternedKeys.OTHER, "", "", Map.of());
    }
}
