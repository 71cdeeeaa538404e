package io.dronedelivery.lab.comparisons.peers;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import java.util.concurrent.CountDownLatch;

/** Takes the telemetry of the gateway that sends some. */
public final class TelemetryEndpoint {

    private static final String KEY = "00000000-0000-0000-0000-000000000001";

    private TelemetryEndpoint() {}

    /**
     * What a sender of telemetry is given.
     *
     * @param port that it listens on
     */
    public static String connectionString(int port) {
        String url = "http://localhost:" + port + "/";
        return "InstrumentationKey=" + KEY + ";IngestionEndpoint=" + url + ";LiveEndpoint=" + url;
    }

    /** Listens on a free port of the loopback address until the process ends. */
    public static void main(String[] args) throws InterruptedException {
        try (LocalApplicationInsights insights =
                LocalApplicationInsights.start(options -> options.instrumentationKey(KEY))) {
            System.out.println("Telemetry endpoint started on port " + insights.port());
            new CountDownLatch(1).await();
        }
    }
}
