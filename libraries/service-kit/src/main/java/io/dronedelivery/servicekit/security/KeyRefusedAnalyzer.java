package io.dronedelivery.servicekit.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting to remove, instead of a stack trace. */
final class KeyRefusedAnalyzer extends AbstractFailureAnalyzer<KeyRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, KeyRefusedException cause) {
        return new FailureAnalysis(
                "A key or a password is set where the service signs in with its identity: " + cause.getMessage(),
                "Take the setting away, or choose keys with service-kit.keys.allowed=true.",
                cause);
    }
}
