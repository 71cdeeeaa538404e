package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.settings.SettingFaults.SettingFault;
import java.util.List;
import java.util.stream.Collectors;

/** The gateway cannot start with its settings. */
public final class InvalidSettingsException extends RuntimeException {

    private final List<SettingFault> faults;

    InvalidSettingsException(List<SettingFault> faults) {
        super(faults.stream()
                .map(fault -> fault.property() + " " + fault.reason())
                .collect(Collectors.joining("; ")));
        this.faults = faults;
    }

    /** Everything that is wrong, in the order of the settings. */
    public List<SettingFault> faults() {
        return faults;
    }
}
