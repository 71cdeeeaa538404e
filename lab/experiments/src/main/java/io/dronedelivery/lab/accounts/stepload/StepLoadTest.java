package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.loadtest.StepLoadProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the step-load's tests: what differs from the others.
 *
 * @param name such as {@code Test 1}
 * @param change what was changed against the one before, in a line
 * @param throughput request units a second of the flights' container
 * @param partitionKey of the flights' container
 * @param parallelism physical partitions that a query asks at the same time
 * @param model what stands for the original's hardware
 * @param more further options of the stack
 * @param published the original's figures; absent where the original stopped
 */
record StepLoadTest(
        String name,
        String change,
        int throughput,
        String partitionKey,
        String parallelism,
        Model model,
        Map<String, String> more,
        @Nullable PublishedSteps published) {

    static final int PARTITIONS = 9;
    static final String COALESCE = "gateway.aggregations.owner-invoice.coalesce";

    private static final int MONTHS = 12;
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int FEW_OWNERS = 1_000;
    private static final int MANY_OWNERS = 10_000;
    private static final int TENTH = 10;

    private static final Duration LEAST = Duration.ofSeconds(24);
    private static final String AMPLE = "1000000";
    private static final String DRONE_PART = "gateway.aggregations.owner-invoice.parts.droneUtilization.";

    /**
     * What stands for the original's cluster and database: inputs, none of which is a result.
     *
     * @param latency of a call to Cosmos DB, in the words of {@code --local.cosmos.latency}
     * @param pause between two calls of a user who came in a step
     * @param burstSeconds how many unused seconds of throughput a partition keeps for later
     */
    record Model(String latency, Duration pause, int burstSeconds) {

        /** Why the calibrated inputs are what they are; the page shows it. */
        static final List<String> DERIVATION = List.of(
                "Latency of a call L and pause Z stand for the original's cluster and database. They are solved from"
                        + " its maxima with 40 users, each in a circle of pause and operation. Test 2 asks nine partitions"
                        + " one after the other: 40 / (Z + 9 L) = 44 to 47 a second. Test 4 asks one: 40 / (Z + L) = 84 to"
                        + " 99. Hence L is about 53 ms and Z a little above 0.4 s; 0.44 s it is.",
                "In Test 3 the slowest of nine calls counts, and demand must stay below 2500 / 29 = 86 operations a"
                        + " second, in the busiest second, too; in Test 1 it must be above 900 / 29 = 31. Log-normal calls"
                        + " with a median of 46 ms and a 99th percentile of 160 ms have a mean of 53 ms, and the slowest"
                        + " of nine takes about 100 ms: 40 / (0.44 + 0.10) = 74, and 3 of the user who is always there;"
                        + " the original had 76.",
                "The charge of a query is solved from two published figures: nine partitions and one document cost 29"
                        + " RU, one partition and one document cost 3.39. So asking a partition costs 3.20125 RU and a"
                        + " document 0.18875 RU.",
                "A partition may spend what it left unused, two seconds of it at most: the original's served 136 RU in"
                        + " a second where it had 100, and its throughput reached 44 a second in Test 1 before it fell,"
                        + " where 900 / 29 = 31 can be kept up.",
                "The throughput provisioned is the original's, split evenly over nine physical partitions. The client"
                        + " waits after a 429 as long as the answer says and tries again, up to nine times: the SDK's"
                        + " default.",
                "Load: one user for the whole run with 0.2 s of think time and, from the middle on, 4 more every step"
                        + " up to 40, as in the original; the short profile takes a tenth of the time. One flight for each"
                        + " owner and month, all owners and months asked for equally often. Nothing but these inputs is"
                        + " set: all other figures are measured.",
                "Published calls that Test 1 had refused: 16,071 is the number that the article's repository gives;"
                        + " its own table says 2.72 K.");

        /** As {@link #DERIVATION} says. */
        static final Model CALIBRATED = new Model("46ms/160ms", Duration.ofMillis(440), 2);

        static final Model NONE = new Model("none", Duration.ZERO, 0);
    }

    record PublishedSteps(
            double averageThroughput,
            double maximumThroughput,
            long successful,
            long throttled,
            StepLatency drone,
            double callsPerOperation,
            double chargePerOperation,
            double mostOnAPartition,
            double provisionedOnAPartition) {}

    /** Milliseconds. */
    record StepLatency(double average, double p50, double p95, double p99) {}

    /** Its name in lower case, as in {@code test-1}. */
    String id() {
        return name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** The same with one more option of the stack. */
    StepLoadTest with(String option, String value) {
        Map<String, String> options = new LinkedHashMap<>(more);
        options.put(option, value);
        return new StepLoadTest(
                name, change, throughput, partitionKey, parallelism, model, Map.copyOf(options), published);
    }

    /** Whether a month is read as the summary that the change feed keeps, instead of asked for. */
    boolean readsSummaries() {
        return more.containsKey("drone.utilization.source");
    }

    /** The container that the drone operation asks. */
    String container() {
        return readsSummaries() ? "flight-summaries" : "flights";
    }

    /** How many owners there are: as many as the original's logical partitions allow, fewer where each needs a summary first. */
    int owners(StepLoadProfile asked) {
        return asked.duration().compareTo(LONG) < 0 || published == null ? FEW_OWNERS : MANY_OWNERS;
    }

    int documents(int owners) {
        return owners * MONTHS;
    }

    /** Without a pause there are too many transactions to send them all. */
    int sampling(int asked) {
        return model.pause().isZero() ? Math.max(1, asked / TENTH) : asked;
    }

    double provisionedOnAPartition() {
        return (double) throughput / PARTITIONS;
    }

    /** Whether the original saw calls refused. */
    boolean isThrottled() {
        return published != null && published.throttled() > 0;
    }

    /** The article's tests take the profile's time, those beyond it a quarter, as they are many. */
    StepLoadProfile profile(StepLoadProfile asked) {
        Duration quarter = asked.duration().dividedBy(4);
        Duration shorter = quarter.compareTo(LEAST) < 0 ? LEAST : quarter;
        return published != null || shorter.compareTo(asked.duration()) > 0 ? asked : StepLoadProfile.lasting(shorter);
    }

    /** Options of the launcher, by name. */
    Map<String, String> stackOptions(int owners, int sampling) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("local.sample.owners", Integer.toString(owners));
        options.put("local.sample.months", Integer.toString(MONTHS));
        options.put("local.sample.deliveries", Integer.toString(documents(owners)));
        options.put("local.sample.spread", "even");
        options.put("local.cosmos.partitions", Integer.toString(PARTITIONS));
        options.put("local.cosmos.partition-key", partitionKey);
        options.put("local.cosmos.parallelism", parallelism);
        options.put("local.cosmos.throughput", Integer.toString(throughput));
        options.put("local.cosmos.latency", model.latency());
        options.put("local.cosmos.burst", Integer.toString(model.burstSeconds()));
        // The deliveries are not what the tests are about: one call, and request units enough.
        options.put("local.cosmos.deliveries.partition-key", "/ownerId");
        options.put("local.cosmos.deliveries.throughput", AMPLE);
        // The original waited as long as it took, and an answer without its utilization would not have been one.
        options.put("gateway.defaults.deadline", "60s");
        options.put("spring.r2dbc.pool.max-acquire-time", "60s");
        options.put("spring.r2dbc.pool.max-create-connection-time", "60s");
        // The original had no limits; with them the slow steps would be refused instead of measured.
        options.put("gateway.limits.adaptive", "false");
        options.put("gateway.limits.normal-share", "100");
        options.put("gateway.defaults.part-timeout", "60s");
        options.put(DRONE_PART + "required", "true");
        options.put("telemetry.sampling.percentage", Integer.toString(sampling(sampling)));
        options.putAll(more);
        return options;
    }

    /** Settings of the simulation, by name. */
    Map<String, String> loadSettings(int owners) {
        return Map.of(
                "owners",
                Integer.toString(more.containsKey(COALESCE) ? 1 : owners),
                "years",
                "2025",
                "pause",
                model.pause().toMillis() + "ms",
                "assert.complete",
                "true",
                "assert.p99",
                "60s");
    }
}
