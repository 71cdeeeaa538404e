package io.dronedelivery.lab.accounts.workers;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The options of a stack whose invoice-service doubles numbers behind a queue, {@code GET /api/math/{number}}. */
public final class WorkersStack {

    /** The option for the reply channels that are open before the first request. */
    public static final String MIN_CHANNELS = "invoice.pricing.pool.min";

    private static final String PRICING = "invoice.pricing.";

    /** No request is to end for its time: the longest published one took 42 s. */
    private static final String PATIENCE = "60s";

    /** The experiments have more users than the gateway's bulkhead lets through. */
    private static final String CALLS = "1000";

    private WorkersStack() {}

    /**
     * Options of the launcher, by name; the caller may add to them.
     *
     * @param queue its design
     * @param minChannels reply channels that are open before the first request
     * @param maxChannels the most of them
     * @param work how long a worker is busy with a number
     */
    public static Map<String, String> options(
            String queue, int minChannels, int maxChannels, int workers, int prefetch, Duration work) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("local.insights", "off");
        options.put("local.sample.deliveries", "1000");
        if (queue.equals("kafka")) {
            options.put("local.broker", "kafka");
        }
        options.put(PRICING + "queue", queue);
        options.put(PRICING + "deadline", PATIENCE);
        options.put(MIN_CHANNELS, Integer.toString(minChannels));
        options.put(PRICING + "pool.max", Integer.toString(maxChannels));
        options.put(PRICING + "pool.max-waiting", CALLS);
        options.put(PRICING + "workers.count", Integer.toString(workers));
        options.put(PRICING + "workers.prefetch", Integer.toString(prefetch));
        options.put("invoice.math.work", work.toMillis() + "ms");
        options.put("gateway.forwards.math.timeout", PATIENCE);
        // What is measured is how the queue bears the load, not how the gateway keeps it away.
        options.put("gateway.limits.adaptive", "false");
        options.put("gateway.limits.normal-share", "100");
        options.put("gateway.backends.invoice.bulkhead.max-concurrent-calls", CALLS);
        options.put("gateway.backends.invoice.pool.max-connections", CALLS);
        return options;
    }
}
