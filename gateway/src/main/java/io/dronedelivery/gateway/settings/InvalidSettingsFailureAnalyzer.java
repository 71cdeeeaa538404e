package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.settings.SettingFaults.SettingFault;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells an operator which properties to change, instead of a stack trace. */
final class InvalidSettingsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
        String description = cause.faults().stream()
                .map(InvalidSettingsFailureAnalyzer::describe)
                .collect(Collectors.joining(
                        System.lineSeparator(),
                        "The gateway cannot start with these settings:" + System.lineSeparator()
                                + System.lineSeparator(),
                        ""));
        return new FailureAnalysis(description, "Correct the properties above.", cause);
    }

    private static String describe(SettingFault fault) {
        String value = fault.value() == null ? "" : " = " + fault.value();
        return "    " + fault.property() + value + System.lineSeparator() + "        " + fault.reason();
    }
}
