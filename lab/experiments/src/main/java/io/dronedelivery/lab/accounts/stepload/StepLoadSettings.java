package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param load of each test
 * @param tests in their order
 * @param sampling percentage of the traces that are sent, 1 to 100
 */
record StepLoadSettings(
        LabSettings lab, StepLoadTimes times, StepLoadProfile load, List<StepLoadTest> tests, int sampling) {

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static StepLoadSettings of(LabSettings lab, Settings settings) {
        StepLoadTimes times = StepLoadTimes.of(lab.profile());
        return new StepLoadSettings(
                lab,
                times,
                StepLoadProfile.of(settings, times.load()),
                StepLoadTests.chosen(settings.text("lab.tests", "")),
                settings.number("lab.sampling", 100, 1, 100));
    }

    Path output() {
        return lab.output().resolve(StepLoad.NAME);
    }
}
