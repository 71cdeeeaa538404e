package io.dronedelivery.invoice.database;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains where an identity comes from, instead of a stack trace. */
final class NoTokenAnalyzer extends AbstractFailureAnalyzer<NoTokenException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoTokenException cause) {
        return new FailureAnalysis(
                "With invoice.database.sign-in=identity the service signs in to PostgreSQL with its identity, and gets no token: "
                        + cause.getMessage(),
                "In the cluster, check the service account's annotation azure.workload.identity/client-id and its federated credential;"
                        + " on a machine of your own, `az login`. With invoice.database.sign-in=password it takes invoice.database.password.",
                cause);
    }
}
