package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param tests in their order
 */
record QueueDesignsSettings(LabSettings lab, LoadSizes sizes, List<DesignTest> tests) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static QueueDesignsSettings of(LabSettings lab, Settings settings) {
        return new QueueDesignsSettings(
                lab, LoadSizes.of(lab.profile()), DesignTest.chosen(settings.text("lab.tests", "")));
    }

    Path output() {
        return lab.output().resolve(QueueDesigns.NAME);
    }

    /** What the stores keep on the disk. */
    Path data() {
        return output().resolve("data");
    }
}
