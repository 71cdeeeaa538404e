package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the experiment's tests: how messages are sent, and how many.
 *
 * @param name such as {@code Before}
 * @param change what differs, in a line
 * @param perSecond messages produced each second; 0 for as many as can be sent
 * @param sinks of the dispatcher; empty for none
 * @param pooled whether connections are kept and shared, instead of one for each message
 * @param published the original's figures; absent where the original had none
 */
record DispatchTest(
        String name,
        String change,
        int perSecond,
        String sinks,
        boolean pooled,
        @Nullable PublishedDispatch published) {

    static final String BEFORE = "Before";
    static final String AFTER = "After";
    static final String FULL_SPEED = "Full speed";

    static final int MOST_CONNECTIONS = 40;
    static final int KEPT_CONNECTIONS = 10;

    /** This sink, in the settings and in what the dispatcher says of it. */
    static final String POSTGRES = "postgres";

    private static final String BROKER = "broker";
    private static final int ORIGINAL = 8;
    private static final int CONCURRENCY = 100;

    private static final List<DispatchTest> ALL = List.of(
            new DispatchTest(
                    BEFORE,
                    "8 messages a second, a connection for each",
                    ORIGINAL,
                    BROKER,
                    false,
                    new PublishedDispatch(528, 696, 9627, 25, 66_519)),
            new DispatchTest(
                    AFTER,
                    "the same with a pool of 10 to 40 connections",
                    ORIGINAL,
                    BROKER,
                    true,
                    new PublishedDispatch(3045, 0, 97, 17, 799)),
            new DispatchTest("After, 64", "64 messages a second", 64, BROKER, true, null),
            new DispatchTest("After, 512", "512 messages a second", 512, BROKER, true, null),
            new DispatchTest("PostgreSQL", "into PostgreSQL instead", ORIGINAL, POSTGRES, true, null),
            new DispatchTest("Both", "to both", ORIGINAL, BROKER + "," + POSTGRES, true, null),
            new DispatchTest("Neither", "to neither, which is refused at the start", ORIGINAL, "", true, null),
            new DispatchTest(FULL_SPEED, "as fast as it goes, beside the bare SDK", 0, BROKER, true, null));

    /** What was published; latencies in milliseconds. */
    record PublishedDispatch(long written, long errors, long averageMs, long minMs, long maxMs) {}

    /**
     * Those of the given ids, all without any.
     *
     * @throws IllegalArgumentException naming those that there are
     */
    static List<DispatchTest> chosen(String ids) {
        return Experiment.chosen(ALL, DispatchTest::id, ids);
    }

    /** Its name in lower case, as in {@code after-64}. */
    String id() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /** How long messages are produced. The original had 1,224 and 3,045 messages, 8 a second. */
    Duration duration(LabProfile profile) {
        boolean before = name.equals(BEFORE);
        boolean original = before || name.equals(AFTER);
        return Duration.ofSeconds(
                switch (profile) {
                    case FULL -> before ? 153 : original ? 381 : 60;
                    case SHORT -> original ? 60 : 15;
                    case BUILD -> before ? 10 : 4;
                });
    }

    boolean isFullSpeed() {
        return perSecond == 0;
    }

    boolean sends() {
        return !sinks.isEmpty();
    }

    /** Connections to the broker that are open before the first message. */
    int keptConnections() {
        return pooled && sinks.contains(BROKER) ? KEPT_CONNECTIONS : 0;
    }

    /** Options of the launcher, by name. */
    Map<String, String> stackOptions(DispatchModel model) {
        Map<String, String> options = new LinkedHashMap<>();
        String patience = (pooled ? DispatchModel.OF_THE_ORIGINAL : model).patienceSeconds() + "s";
        options.put("local.insights", "off");
        options.put("local.sample.deliveries", "1000");
        options.put("local.service-bus.new-connections", model.newConnections() + "/" + model.windowSeconds() + "s");
        options.put("messaging.dispatch.sinks", sinks);
        options.put("messaging.dispatch.concurrency", Integer.toString(CONCURRENCY));
        // The original tried a message once, and waited for a connection as long as TCP does.
        options.put("messaging.dispatch.retry.attempts", "1");
        options.put("messaging.dispatch.timeout", patience);
        options.put("messaging.servicebus.send.timeout", patience);
        options.put("messaging.servicebus.emulator-connection-limit", "0");
        options.putAll(connections());
        return options;
    }

    private Map<String, String> connections() {
        String pool = "messaging.servicebus.connections.";
        return pooled
                ? Map.of(
                        pool + "min", Integer.toString(KEPT_CONNECTIONS),
                        pool + "max", Integer.toString(MOST_CONNECTIONS),
                        pool + "channels", "dispatch-load")
                : Map.of(
                        pool + "min",
                        "0",
                        pool + "max",
                        Integer.toString(CONCURRENCY),
                        pool + "max-uses",
                        "1",
                        pool + "in-flight-per-connection",
                        "1",
                        "messaging.servicebus.send.batch-messages",
                        "1");
    }
}
