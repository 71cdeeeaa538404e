package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.common.Experiment;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One of the experiment's tests.
 *
 * @param name such as {@code Users 10}
 * @param change what differs, in a line
 * @param users at the same time
 * @param prefetch jobs that a worker may hold
 * @param kind what is done
 * @param lock of a job; absent where it is as shipped
 */
record ScaleOutTest(
        String name,
        String change,
        int users,
        int prefetch,
        ScaleOutKind kind,
        @Nullable Duration lock) {

    enum ScaleOutKind {
        /** The number of workers is changed by the experiment, one load at each. */
        CURVE,
        /** It is changed by the autoscaler during one load and after it. */
        AUTOSCALER,
        /** One worker holds all jobs, most of them for longer than a short lock lasts. */
        LOCKS
    }

    static final String SHORT_LOCK = "Short lock";

    private static final List<ScaleOutTest> ALL = List.of(
            new ScaleOutTest(
                    "Users 10", "10 users, each worker holds one job, as published", 10, 1, ScaleOutKind.CURVE, null),
            new ScaleOutTest("Users 40", "40 users", 40, 1, ScaleOutKind.CURVE, null),
            new ScaleOutTest(
                    "Prefetch 10", "40 users, each worker holds up to 10 jobs", 40, 10, ScaleOutKind.CURVE, null),
            new ScaleOutTest(
                    "Prefetch 100", "40 users, each worker holds up to 100 jobs", 40, 100, ScaleOutKind.CURVE, null),
            new ScaleOutTest(
                    "Autoscaler", "40 users come and go, the workers follow", 40, 1, ScaleOutKind.AUTOSCALER, null),
            locks(SHORT_LOCK, Duration.ofSeconds(2)),
            locks("Long lock", Duration.ofMinutes(5)));

    private static ScaleOutTest locks(String name, Duration lock) {
        return new ScaleOutTest(
                name,
                "150 users, one worker that holds up to 3,000 jobs of 100 ms, locks of %d s"
                        .formatted(lock.toSeconds()),
                150,
                3_000,
                ScaleOutKind.LOCKS,
                lock);
    }

    /**
     * Those of the given ids, all without any.
     *
     * @throws IllegalArgumentException naming those that there are
     */
    static List<ScaleOutTest> chosen(String ids) {
        return Experiment.chosen(ALL, ScaleOutTest::id, ids);
    }

    /** Its name in lower case, as in {@code users-10}. */
    String id() {
        return name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
