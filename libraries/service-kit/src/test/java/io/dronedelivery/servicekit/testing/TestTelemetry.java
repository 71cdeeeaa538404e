package io.dronedelivery.servicekit.testing;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;

/** Settings with which a service tells a local Application Insights everything, and soon. */
public final class TestTelemetry {

    private TestTelemetry() {}

    /** Each as {@code --name=value}. */
    public static String[] allTo(LocalApplicationInsights insights) {
        return new String[] {
            "--applicationinsights.connection.string=" + insights.connectionString(),
            "--telemetry.sampling.percentage=100",
            "--telemetry.export.delay=100ms"
        };
    }
}
