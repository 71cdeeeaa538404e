package io.dronedelivery.servicekit.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when an application would be open to all. */
final class SecurityFailureAnalyzer extends AbstractFailureAnalyzer<UnprotectedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnprotectedException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Set security.issuer and security.audience; or leave " + cause.property()
                        + " out, then only this machine can call; or set"
                        + " security.open=true if everybody who reaches it may do everything.",
                cause);
    }
}
