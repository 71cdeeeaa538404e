package io.dronedelivery.localapplicationinsights.store;

import java.time.Duration;

/**
 * The limits of the store. Metrics are kept in addition, up to a tenth of both numbers.
 *
 * @param maxItems the most items that are kept
 * @param maxBytes the most memory that they may hold, estimated
 * @param history within this time no minute displaces another one
 */
public record TelemetryStoreSettings(int maxItems, long maxBytes, Duration history) {
    private static final int METRICS_SHARE = 10;

    int maxMetrics() {
        return Math.max(1, maxItems / METRICS_SHARE);
    }

    long maxMetricBytes() {
        return maxBytes / METRICS_SHARE;
    }
}
