package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.common.LabProfile;
import java.util.List;

/**
 * How much load there is.
 *
 * @param users callers at the same time
 * @param requests how many requests they make together; a part of a test for each
 * @param rounds how often each part is run
 * @param warmUp requests that are made before any is measured: the stack's JVM has compiled what it runs by then, however busy the machine
 * @param testsAtATime how many tests run at the same time
 */
record LoadSizes(int users, List<Integer> requests, int rounds, int warmUp, int testsAtATime) {

    /** The original's: 200 callers. In a build so few that also a busy machine answers each in time. */
    static LoadSizes of(LabProfile profile) {
        List<Integer> original = List.of(1_000, 3_000, 5_000, 10_000);
        return switch (profile) {
            case FULL -> new LoadSizes(200, original, 5, 100_000, 1);
            case SHORT -> new LoadSizes(200, original, 3, 60_000, 1);
            case BUILD -> new LoadSizes(8, List.of(50, 200), 1, 50, 2);
        };
    }

    int most() {
        return requests.get(requests.size() - 1);
    }
}
