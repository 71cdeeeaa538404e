package io.dronedelivery.cosmosaccess;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a {@link CosmosStartException} as a description and an action instead of stack traces. */
final class CosmosFailureAnalyzer extends AbstractFailureAnalyzer<CosmosStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CosmosStartException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
