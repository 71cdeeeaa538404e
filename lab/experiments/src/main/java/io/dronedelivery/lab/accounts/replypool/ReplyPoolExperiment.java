package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;

/** The pool of reply channels as one of the lab's experiments. */
public final class ReplyPoolExperiment implements Experiment {

    @Override
    public String name() {
        return ReplyPool.NAME;
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        ReplyPoolSettings own = ReplyPoolSettings.of(lab, settings);
        return out -> ReplyPool.run(own, out);
    }
}
