package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.common.LabProfile;
import java.time.Duration;

/**
 * How long messages are sent.
 *
 * @param warmUp before what is measured
 * @param measured what is
 * @param step of the search for the highest rate
 * @param share of the rates that are asked for
 */
record TelemetryTimes(Duration warmUp, Duration measured, Duration step, double share) {

    static TelemetryTimes of(LabProfile profile) {
        return switch (profile) {
            case FULL -> new TelemetryTimes(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(20), 1);
            case SHORT -> new TelemetryTimes(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(8), 1);
            case BUILD -> new TelemetryTimes(Duration.ofSeconds(1), Duration.ofSeconds(6), Duration.ofSeconds(2), 0.02);
        };
    }

    Duration whole() {
        return warmUp.plus(measured);
    }
}
