package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.LabProfile;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param tests in their order
 */
record DispatchSettings(LabSettings lab, DispatchTimes times, DispatchModel model, List<DispatchTest> tests) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static DispatchSettings of(LabSettings lab, Settings settings) {
        return new DispatchSettings(
                lab,
                DispatchTimes.of(lab.profile()),
                lab.profile() == LabProfile.BUILD ? DispatchModel.SMALL : DispatchModel.OF_THE_ORIGINAL,
                DispatchTest.chosen(settings.text("lab.tests", "")));
    }

    Path output() {
        return lab.output().resolve(DispatchAccount.NAME);
    }
}
