package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;

/** Telemetry of drones, from their simulator to the archive, as one of the lab's experiments. */
public final class TelemetryExperiment implements Experiment {

    @Override
    public String name() {
        return TelemetryLab.NAME;
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        TelemetrySettings own = TelemetrySettings.of(lab, settings);
        return out -> TelemetryLab.run(own, out);
    }
}
