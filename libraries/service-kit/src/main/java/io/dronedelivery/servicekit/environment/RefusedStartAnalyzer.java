package io.dronedelivery.servicekit.environment;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class RefusedStartAnalyzer extends AbstractFailureAnalyzer<RefusedStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RefusedStartException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
