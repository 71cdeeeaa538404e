package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.common.LabProfile;
import java.time.Duration;
import java.util.List;

/**
 * How much is asked for.
 *
 * @param workers their numbers, one after the other
 * @param requests at each number of workers
 * @param work how long a worker is busy with a number
 * @param autoscaled requests while the autoscaler adds workers
 * @param interval of the autoscaler
 * @param most workers of the autoscaler
 */
record ScaleOutTimes(List<Integer> workers, int requests, Duration work, int autoscaled, Duration interval, int most) {

    private static final List<Integer> PUBLISHED = List.of(1, 2, 5, 10, 15, 20, 30, 40, 60);

    static ScaleOutTimes of(LabProfile profile) {
        return switch (profile) {
            case FULL -> new ScaleOutTimes(PUBLISHED, 10_000, Duration.ofMillis(20), 60_000, Duration.ofSeconds(5), 20);
            case SHORT -> new ScaleOutTimes(PUBLISHED, 1_000, Duration.ofMillis(20), 12_000, Duration.ofSeconds(1), 20);
            case BUILD ->
                new ScaleOutTimes(List.of(1, 2, 4), 60, Duration.ofMillis(10), 400, Duration.ofMillis(200), 4);
        };
    }
}
