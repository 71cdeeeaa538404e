package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.common.ExperimentSelection;
import io.dronedelivery.lab.accounts.common.LabProfile;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.loadtest.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What to run.
 *
 * @param designs of the queue
 * @param loads each of which every design gets
 * @param warmUp requests before the runs of a process that is not to be cold
 */
record ReplyPoolSettings(LabSettings lab, List<String> designs, List<PublishedLoad> loads, int warmUp) {

    /** Only there a channel costs something, as in the account. */
    static final String DEAR_CHANNELS = "servicebus";

    /** The launcher's option for what a channel costs there. */
    static final String ATTACH_LATENCY = "local.service-bus.attach-latency";

    /**
     * What the published figures come to: the longest request of the first run less that of the second, for each queue that was created, is
     * (3,063 - 101) / 10 = 296 ms and (42,163 - 894) / 100 = 413 ms.
     */
    private static final String TIME_OF_A_CHANNEL = "300ms";

    private static final List<String> DESIGNS = List.of(DEAR_CHANNELS, "postgres", "memory");

    /** {@code ab -n 100 -c 10} and {@code ab -n 1000 -c 100}. */
    private static final List<PublishedLoad> PUBLISHED = List.of(
            new PublishedLoad(
                    100,
                    10,
                    new Published(13.27, 753.675, 67, 1024, 2140, 3063, 3063),
                    new Published(177.94, 56.2, 49, 54, 73, 101, 101)),
            new PublishedLoad(
                    1000,
                    100,
                    new Published(null, null, 861, 938, 32_949, 41_071, 42_163),
                    new Published(null, null, 497, 540, 663, 816, 894)));

    private static final List<PublishedLoad> SMALL = List.of(new PublishedLoad(20, 4, null, null));

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    static ReplyPoolSettings of(LabSettings lab, Settings settings) {
        boolean small = lab.profile() == LabProfile.BUILD;
        return new ReplyPoolSettings(
                lab,
                ExperimentSelection.of(
                        DESIGNS, UnaryOperator.identity(), UnaryOperator.identity(), settings.text("lab.tests", "")),
                small ? SMALL : PUBLISHED,
                small ? 20 : 3_000);
    }

    /** What the design's stack gets as an input, by the launcher's options. */
    static Map<String, String> inputs(String design) {
        return design.equals(DEAR_CHANNELS) ? Map.of(ATTACH_LATENCY, TIME_OF_A_CHANNEL) : Map.of();
    }

    Path output() {
        return lab.output().resolve(ReplyPool.NAME);
    }
}
