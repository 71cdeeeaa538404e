package io.dronedelivery.loadtest.lab.replypool;

import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.lab.common.LabProfile;
import io.dronedelivery.loadtest.lab.common.LabSettings;
import io.dronedelivery.loadtest.lab.common.Selection;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What to run.
 *
 * @param designs of the queue
 * @param loads each of which every design gets
 * @param warmUp requests of a single user, who needs one channel, before the runs of a process that is not to be cold
 */
record ReplyPoolSettings(LabSettings lab, List<String> designs, List<Load> loads, int warmUp) {

    private static final List<String> DESIGNS = List.of("servicebus", "postgres", "memory");

    /** {@code ab -n 100 -c 10} and {@code ab -n 1000 -c 100}. */
    private static final List<Load> PUBLISHED = List.of(
            new Load(
                    100,
                    10,
                    new Published(13.27, 753.675, 67, 1024, 2140, 3063, 3063),
                    new Published(177.94, 56.2, 49, 54, 73, 101, 101)),
            new Load(
                    1000,
                    100,
                    new Published(null, null, 861, 938, 32_949, 41_071, 42_163),
                    new Published(null, null, 497, 540, 663, 816, 894)));

    private static final List<Load> SMALL = List.of(new Load(20, 4, null, null));

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static ReplyPoolSettings of(LabSettings lab, Settings settings) {
        boolean small = lab.profile() == LabProfile.BUILD;
        return new ReplyPoolSettings(
                lab,
                Selection.of(
                        DESIGNS, UnaryOperator.identity(), UnaryOperator.identity(), settings.text("lab.tests", "")),
                small ? SMALL : PUBLISHED,
                small ? 20 : 3_000);
    }

    Path output() {
        return lab.output().resolve(ReplyPool.NAME);
    }
}
