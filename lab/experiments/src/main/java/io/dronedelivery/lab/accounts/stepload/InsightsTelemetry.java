package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.stepload.StackTelemetry.Costs;
import io.dronedelivery.lab.accounts.stepload.StackTelemetry.Partition;
import io.dronedelivery.lab.accounts.stepload.StackTelemetry.TracedOperation;
import io.dronedelivery.lab.http.JsonApi;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what LocalApplicationInsights has computed, the figures of its own pages, through its JSON API. */
final class InsightsTelemetry {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Spans wait for two seconds until they are sent together. */
    private static final Duration QUIET = Duration.ofSeconds(4);

    private static final String DRONE = "drone-service";
    private static final String GATEWAY = "gateway";
    private static final String COSMOS = "Azure DocumentDB";

    private final JsonApi api;

    InsightsTelemetry(URI insights) {
        this.api = new JsonApi(insights, TIMEOUT);
    }

    /** Forgets what came before the load. */
    void clear() throws IOException, InterruptedException {
        api.body(api.request("/api/telemetry").DELETE());
    }

    /**
     * Waits until the services have sent what they had, so that no more comes.
     *
     * @param patience the most time to wait
     */
    void awaitQuiet(Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long before = -1;
        long quietSince = System.nanoTime();
        while (System.nanoTime() < end) {
            long requests = get("/api/overview?minutes=60&step=3600")
                    .path("requests")
                    .path("count")
                    .asLong(0);
            if (requests != before) {
                quietSince = System.nanoTime();
            } else if (System.nanoTime() - quietSince > QUIET.toNanos()) {
                return;
            }
            before = requests;
            Thread.sleep(1_000);
        }
    }

    /**
     * Reads all that belongs to a run.
     *
     * @param test says which container it is about, and whether its transaction is to be one with a 429
     */
    StackTelemetry read(GatlingLoad load, StepLoadTest test) throws IOException, InterruptedException {
        long minutes = load.seconds() / 60 + 2;
        JsonNode overview = get("/api/overview?until=last&step=1&minutes=" + minutes);
        JsonNode cosmos = overview.path("cosmos");
        JsonNode calls = rows(cosmos.path("callsPerOperation"))
                .filter(row -> DRONE.equals(row.path("role").asString("")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("drone-service has told nothing about Cosmos DB"));
        List<JsonNode> partitions = rows(cosmos.path("partitions"))
                .filter(row -> test.container().equals(row.path("container").asString(""))
                        && row.path("partition").asString("").matches("\\d+")) // a plan is no partition's
                .toList();
        return new StackTelemetry(
                "LocalApplicationInsights",
                overview.path("from").asLong(0),
                operations(overview),
                numbers(cosmos.path("succeededPerSecond")),
                numbers(cosmos.path("throttledPerSecond")),
                numbers(cosmos.path("failedPerSecond")),
                partitions.stream()
                        .map(row -> partition(row, test.provisionedOnAPartition()))
                        .toList(),
                new Costs(
                        calls.path("requests").asLong(0),
                        calls.path("dataCalls").asDouble(0),
                        calls.path("planCalls").asDouble(0),
                        calls.path("throttled").asLong(0),
                        partitions.stream()
                                .mapToDouble(row -> row.path("consumed").asDouble(0))
                                .sum()),
                rows(overview.path("operations"))
                        .filter(row -> DRONE.equals(row.path("role").asString(""))
                                && row.path("name").asString("").contains("utilization"))
                        .findFirst()
                        .map(InsightsTelemetry::durations)
                        .orElseThrow(() -> new IllegalStateException("drone-service has told of no request")),
                transaction(test.isThrottled()));
    }

    private static List<TracedOperation> operations(JsonNode overview) {
        return rows(overview.path("dependencies"))
                .filter(row -> GATEWAY.equals(row.path("role").asString(""))
                        || DRONE.equals(row.path("role").asString(""))
                                && COSMOS.equals(row.path("type").asString("")))
                .map(row -> new TracedOperation(
                        (COSMOS.equals(row.path("type").asString("")) ? "Cosmos DB: " : "")
                                + row.path("name").asString(""),
                        row.path("averageMs").asDouble(0),
                        row.path("p95Ms").asDouble(0),
                        StreamSupport.stream(row.path("averages").spliterator(), false)
                                .map(InsightsTelemetry::numberOrNull)
                                .toList()))
                .toList();
    }

    private static @Nullable Double numberOrNull(JsonNode value) {
        return value.isNumber() ? value.asDouble() : null;
    }

    private static Partition partition(JsonNode row, double provisioned) {
        JsonNode reported = row.path("provisioned");
        return new Partition(
                row.path("partition").asString(""),
                reported.isNumber() ? reported.asDouble() : provisioned,
                row.path("highestSecond").asDouble(0),
                numbers(row.path("perSecond")));
    }

    private static GatlingLoad.Durations durations(JsonNode row) {
        return new GatlingLoad.Durations(
                row.path("count").asLong(0),
                row.path("averageMs").asDouble(0),
                row.path("p50Ms").asDouble(0),
                row.path("p95Ms").asDouble(0),
                row.path("p99Ms").asDouble(0));
    }

    /** One of median duration; where calls may have been refused, one of those with a 429, if there are any. */
    private @Nullable JsonNode transaction(boolean throttled) throws IOException, InterruptedException {
        List<JsonNode> kept = throttled ? transactions("throttled") : List.of();
        if (kept.isEmpty()) {
            kept = transactions("all");
        }
        return kept.isEmpty()
                ? null
                : get("/api/transactions/"
                        + kept.get(kept.size() / 2).path("operationId").asString(""));
    }

    /** Those of the gateway's calls for an invoice that are kept, the shortest first. */
    private List<JsonNode> transactions(String show) throws IOException, InterruptedException {
        return rows(get("/api/transactions?text=invoice&sort=slowest&limit=1000&show=" + show)
                        .path("rows"))
                .filter(row -> GATEWAY.equals(row.path("role").asString(""))
                        && row.path("dependencies").asInt(0) > 0)
                .sorted(Comparator.comparingDouble(row -> row.path("durationMs").asDouble(0)))
                .toList();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return api.read(api.request(path), JsonNode.class);
    }

    private static Stream<JsonNode> rows(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static List<Double> numbers(JsonNode array) {
        return rows(array).map(JsonNode::asDouble).toList();
    }
}
