package io.dronedelivery.servicekit.telemetry;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a {@link TelemetryStartException} as a description and an action instead of a wall of stack traces. */
final class TelemetryFailureAnalyzer extends AbstractFailureAnalyzer<TelemetryStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, TelemetryStartException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
