package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import java.util.Set;

/** The step-load as one of the lab's experiments. */
public final class StepLoadExperiment implements Experiment {

    @Override
    public String name() {
        return StepLoad.NAME;
    }

    @Override
    public Set<String> ownSettings() {
        return Set.of("duration", "lab.sampling");
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        StepLoadSettings own = StepLoadSettings.of(lab, settings);
        return out -> StepLoad.run(own, out);
    }
}
