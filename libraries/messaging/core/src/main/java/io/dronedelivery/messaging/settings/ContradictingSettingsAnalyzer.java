package io.dronedelivery.messaging.settings;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints which settings to change, instead of a stack trace. */
final class ContradictingSettingsAnalyzer extends AbstractFailureAnalyzer<ContradictingSettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ContradictingSettingsException cause) {
        return new FailureAnalysis(
                "Settings contradict each other:\n"
                        + cause.contradictions().stream()
                                .map(contradiction -> " - " + contradiction.problem())
                                .collect(Collectors.joining("\n")),
                cause.contradictions().stream()
                        .map(contradiction -> " - " + contradiction.remedy())
                        .distinct()
                        .collect(Collectors.joining("\n")),
                cause);
    }
}
