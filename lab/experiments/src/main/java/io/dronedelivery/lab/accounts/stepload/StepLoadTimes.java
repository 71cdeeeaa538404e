package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.common.LabProfile;
import java.time.Duration;

/**
 * How long the parts of a test take.
 *
 * @param load of the load, in the words of {@code -Dduration}
 * @param warmUp of the calls that come before it
 * @param ceiling of the load on a trivial endpoint
 * @param testsAtATime how many tests run at the same time
 */
record StepLoadTimes(String load, Duration warmUp, Duration ceiling, int testsAtATime) {

    static StepLoadTimes of(LabProfile profile) {
        Duration warmUp = Duration.ofSeconds(15);
        Duration ceiling = Duration.ofSeconds(10);
        return switch (profile) {
            case FULL -> new StepLoadTimes("480s", warmUp, ceiling, 1);
            case SHORT -> new StepLoadTimes("48s", warmUp, ceiling, 1);
            case BUILD -> new StepLoadTimes("5s", Duration.ofSeconds(1), Duration.ofSeconds(5), 2);
        };
    }
}
