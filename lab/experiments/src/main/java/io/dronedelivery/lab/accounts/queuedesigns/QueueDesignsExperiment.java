package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;

/** The comparison of queue designs as one of the lab's experiments. */
public final class QueueDesignsExperiment implements Experiment {

    @Override
    public String name() {
        return QueueDesigns.NAME;
    }

    @Override
    public Prepared prepare(LabSettings lab, Settings settings) {
        QueueDesignsSettings own = QueueDesignsSettings.of(lab, settings);
        return out -> QueueDesigns.run(own, out);
    }
}
