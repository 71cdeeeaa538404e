package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;

/** The dispatcher behind a SNAT gateway as one of the lab's experiments. */
public final class DispatchExperiment implements Experiment {

    @Override
    public String name() {
        return Dispatch.NAME;
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        DispatchSettings own = DispatchSettings.of(lab, settings);
        return out -> Dispatch.run(own, out);
    }
}
