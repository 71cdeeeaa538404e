package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.LabProfile;
import java.time.Duration;

/**
 * How long messages are produced.
 *
 * @param before without the pool
 * @param after with it
 * @param others in the tests that the original did not have
 * @param testsAtATime how many tests run at the same time
 */
record DispatchTimes(Duration before, Duration after, Duration others, int testsAtATime) {

    /** The original's: 1,224 and 3,045 messages, 8 a second. */
    static DispatchTimes of(LabProfile profile) {
        return switch (profile) {
            case FULL -> new DispatchTimes(Duration.ofSeconds(153), Duration.ofSeconds(381), Duration.ofSeconds(60), 1);
            case SHORT -> new DispatchTimes(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(15), 1);
            case BUILD -> new DispatchTimes(Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(4), 2);
        };
    }

    Duration of(DispatchTest test) {
        return switch (test.name()) {
            case DispatchTest.BEFORE -> before;
            case DispatchTest.AFTER -> after;
            default -> others;
        };
    }
}
