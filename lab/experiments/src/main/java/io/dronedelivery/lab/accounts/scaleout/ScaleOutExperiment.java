package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;

/** More and more workers as one of the lab's experiments. */
public final class ScaleOutExperiment implements Experiment {

    @Override
    public String name() {
        return ScaleOut.NAME;
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        ScaleOutSettings own = ScaleOutSettings.of(lab, settings);
        return out -> ScaleOut.run(own, out);
    }
}
