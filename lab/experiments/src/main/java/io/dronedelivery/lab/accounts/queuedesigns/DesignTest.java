package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.common.Experiment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the experiment's tests: a design of the queue, or none.
 *
 * @param name as in {@code -Dlab.tests}
 * @param change what it is, in a line
 * @param queue the value of {@code invoice.pricing.queue}
 * @param bounded whether there is room for fewer requests than there are callers
 * @param published the original's figures for the same kind of queue
 */
record DesignTest(String name, String change, String queue, boolean bounded, List<PublishedDesign> published) {

    static final String MEMORY = "memory";
    static final String POSTGRES = "postgres";

    private static final String NONE = "none";
    private static final String KAFKA = "kafka";

    /** The original's comparison, then two runs of the same queue before it. */
    private static final List<PublishedDesign> ON_REDIS = List.of(
            new PublishedDesign(1_000, 1_000, 154.54, 142.0, 1187.65, 2355.0),
            new PublishedDesign(3_000, 1_994, 37.09, 97.0, 4842.39, 44_021.0),
            new PublishedDesign(3_000, 3_000, 177.43, 91.0, 1092.53, 2584.0),
            new PublishedDesign(8_000, 8_000, 175.81, 129.0, 1123.80, 1414.0));

    private static final List<DesignTest> ALL = List.of(
            new DesignTest(
                    NONE,
                    "no queue: the request does the work",
                    NONE,
                    false,
                    List.of(PublishedDesign.served(10_000, 6_555))),
            new DesignTest(
                    MEMORY,
                    "a queue in the process",
                    MEMORY,
                    false,
                    List.of(
                            new PublishedDesign(1_000, 1_000, 68.88, 386.0, 2645.90, 4050.0),
                            PublishedDesign.served(3_000, 1_600))),
            new DesignTest(
                    POSTGRES,
                    "a table in PostgreSQL",
                    POSTGRES,
                    false,
                    List.of(new PublishedDesign(5_000, 5_000, 69.41, 132.0, 2827.94, 4060.0))),
            new DesignTest("servicebus", "two queues of Service Bus", "servicebus", false, ON_REDIS),
            new DesignTest(KAFKA, "two topics of Kafka", KAFKA, false, ON_REDIS),
            new DesignTest(
                    "memory-small", "a queue in the process with room for 32 requests", MEMORY, true, List.of()));

    /** Reply channels: the most requests in flight. As many as the default allows, and all of them open before the first request. */
    private static final int CHANNELS = 64;

    /** As many as invoice-service has connections to its database: one more worker would only wait for one. */
    private static final int WORKERS = 16;

    private static final int PREFETCH = 4;

    /** Who waits long is served, too; how long shows in the figures. The original's callers waited up to 44 s. */
    private static final String DEADLINE = "20s";

    private static final int SMALL = 16;

    /**
     * What was published of a number of requests; times in milliseconds.
     *
     * @param rate absent, as the times, where only the number of requests served was told
     */
    record PublishedDesign(
            int requests,
            int served,
            @Nullable Double rate,
            @Nullable Double min,
            @Nullable Double avg,
            @Nullable Double max) {

        static PublishedDesign served(int requests, int served) {
            return new PublishedDesign(requests, served, null, null, null, null);
        }
    }

    /**
     * Those of the given names, all without any.
     *
     * @throws IllegalArgumentException naming those that there are
     */
    static List<DesignTest> chosen(String names) {
        return Experiment.chosen(ALL, DesignTest::name, names);
    }

    /** Whether workers do the work, of which one can be killed. */
    boolean hasWorkers() {
        return !queue.equals(NONE);
    }

    /**
     * Options of the launcher, by name.
     *
     * @param data where the stores keep their data: with a folder they confirm nothing that is not on the disk
     */
    Map<String, String> stackOptions(Path data) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("local.insights", "off");
        options.put("local.data-dir", data.toString());
        options.put("local.sample.deliveries", "10000");
        options.put("local.broker", queue.equals(KAFKA) ? KAFKA : "servicebus");
        options.putAll(settings());
        return options;
    }

    /** What of the options decides how requests are served. */
    Map<String, String> settings() {
        Map<String, String> options = new LinkedHashMap<>();
        String channels = Integer.toString(bounded ? SMALL : CHANNELS);
        options.put("invoice.pricing.queue", queue);
        if (hasWorkers()) {
            options.put("invoice.pricing.deadline", DEADLINE);
            options.put("invoice.pricing.pool.min", channels);
            options.put("invoice.pricing.pool.max", channels);
            options.put("invoice.pricing.pool.max-waiting", bounded ? Integer.toString(SMALL) : "256");
            options.put("invoice.pricing.workers.count", Integer.toString(WORKERS));
            options.put("invoice.pricing.workers.prefetch", Integer.toString(PREFETCH));
        }
        return options;
    }
}
