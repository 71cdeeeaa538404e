package io.dronedelivery.loadtest.lab.dispatch;

import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.lab.common.Experiment;
import io.dronedelivery.loadtest.lab.common.LabSettings;

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
