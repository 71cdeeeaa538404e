package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What the API says against figures worked out by hand. */
class FiguresTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    /** A whole number of ten seconds ago, so that all of a test is in one window and its steps are known. */
    private static final Instant T0 =
            Instant.ofEpochSecond(Instant.now().getEpochSecond() / 10 * 10).minus(2, ChronoUnit.MINUTES);

    private static final Offset<Double> EXACT = within(0.001);

    private Http http;

    @BeforeEach
    void forget() {
        insights.insights().clear();
        http = new Http(insights.insights());
    }

    private void track(List<Envelope> envelopes) {
        http.track(envelopes.stream().map(Envelope::toString).toList());
    }

    /** Steps of ten seconds. */
    private JsonNode overview() {
        return http.api("overview?minutes=5&step=10");
    }

    private static int step(JsonNode overview, Instant at) {
        return (int) ((at.toEpochMilli() - overview.path("from").asLong()) / 10_000);
    }

    private static Envelope request(Instant at, int millis, boolean success) {
        return Envelope.request(at, "r" + at + millis, "GET /api/v1/invoices", Duration.ofMillis(millis))
                .role("gateway")
                .result(success ? "200" : "503", success);
    }

    @Test
    void requests_are_counted_in_the_step_of_their_beginning_and_weighted_by_sampling() {
        track(List.of(
                request(T0, 100, true),
                request(T0.plusSeconds(9), 300, false),
                request(T0.plusSeconds(10), 200, true).sampled(25),
                Envelope.request(T0, "inner", "GET /api/deliveries/summary", Duration.ofMillis(50))
                        .role("delivery-service")
                        .operation("t", "r" + T0 + 100)));

        JsonNode overview = overview();
        JsonNode requests = overview.path("requests");
        assertThat(requests.path("count").asInt()).isEqualTo(1 + 1 + 4); // without the one that another led to
        assertThat(requests.path("failed").asInt()).isEqualTo(1);
        assertThat(requests.path("averageMs").asDouble()).isEqualTo((100 + 300 + 4 * 200) / 6.0, EXACT);
        int step = step(overview, T0);
        assertThat(requests.path("perSecond").get(step).asDouble()).isEqualTo(2 / 10.0, EXACT);
        assertThat(requests.path("perSecond").get(step + 1).asDouble()).isEqualTo(4 / 10.0, EXACT);
        assertThat(requests.path("failedPerSecond").get(step).asDouble()).isEqualTo(0.1, EXACT);
        assertThat(requests.path("perSecond")).hasSize(overview.path("steps").asInt());
    }

    @Test
    void a_request_whose_client_has_a_trace_of_its_own_is_one_of_a_client() {
        track(List.of(request(T0, 100, true).operation("t", "a span of the client")));

        assertThat(overview().path("requests").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void a_request_that_a_call_led_to_is_none_of_a_client_whichever_is_heard_of_first() {
        Envelope call = Envelope.dependency(T0, "call", "Http", "GET /summary", Duration.ofMillis(60))
                .operation("t", "outer");
        Envelope inner = request(T0, 50, true).operation("t", "call");
        Envelope outer =
                Envelope.request(T0, "outer", "GET /api", Duration.ofMillis(70)).operation("t", "a span of the client");

        // Other windows each time, since the answers are remembered for a moment.
        track(List.of(inner));
        assertThat(clientRequests(5)).as("the call is not heard of yet").isEqualTo(1);
        track(List.of(call));
        assertThat(clientRequests(6)).isZero();
        track(List.of(outer));
        assertThat(clientRequests(7)).isEqualTo(1);

        insights.insights().clear();
        track(List.of(outer, call));
        track(List.of(inner));
        assertThat(clientRequests(5)).isEqualTo(1);
    }

    private int clientRequests(int minutes) {
        return http.api("overview?step=10&minutes=" + minutes)
                .path("requests")
                .path("count")
                .asInt();
    }

    @Test
    void percentiles_are_of_the_nearest_rank_within_a_percent_and_averages_exact() {
        List<Envelope> calls = IntStream.rangeClosed(1, 100)
                .mapToObj(n -> Envelope.dependency(T0, "d" + n, "Http", "GET /slow", Duration.ofMillis(n * 10L))
                        .role("gateway")
                        .result("200", n != 100))
                .toList();
        track(calls);

        JsonNode row = overview().path("dependencies").get(0);
        assertThat(row.path("name").asString()).isEqualTo("GET /slow");
        assertThat(row.path("count").asInt()).isEqualTo(100);
        assertThat(row.path("failed").asInt()).isEqualTo(1);
        assertThat(row.path("averageMs").asDouble()).isEqualTo(505, EXACT);
        assertThat(row.path("p50Ms").asDouble()).isEqualTo(500, within(5.0));
        assertThat(row.path("p95Ms").asDouble()).isEqualTo(950, within(9.5));
        assertThat(row.path("p99Ms").asDouble()).isEqualTo(990, within(9.9));
        assertThat(row.path("maxMs").asDouble()).isEqualTo(1000, EXACT);
    }

    @Test
    void calls_and_request_units_per_operation_are_those_of_the_articles_query() {
        List<Envelope> items = new ArrayList<>();
        for (int operation = 0; operation < 4; operation++) {
            Instant at = T0.plusSeconds(operation);
            items.add(
                    Envelope.request(at, "op" + operation, "GET /api/dronedeliveries/utilization", Duration.ofMillis(9))
                            .role("drone-service")
                            .result(operation == 3 ? "503" : "200", operation != 3));
            for (int partition = 0; partition < 9; partition++) {
                items.add(cosmos(at, partition, 200, 3.2));
            }
        }
        items.add(cosmos(T0, 0, 429, 0.5));
        items.add(cosmos(T0, 1, 429, 0.5));
        items.add(Envelope.cosmos(T0, "plan", "none", 200, 0, Duration.ofMillis(2))
                .role("drone-service")
                .dimension("cosmos.kind", "plan"));
        items.add(Envelope.request(T0, "probe", "GET /actuator/health", Duration.ofMillis(1))
                .role("drone-service"));
        track(items);

        JsonNode cosmos = overview().path("cosmos");
        assertThat(cosmos.path("succeeded").asInt()).isEqualTo(37);
        assertThat(cosmos.path("throttled").asInt()).isEqualTo(2);
        assertThat(cosmos.path("partitions")).as("no partition is named none").hasSize(9);
        JsonNode row = cosmos.path("callsPerOperation").get(0);
        assertThat(row.path("requests").asInt()).isEqualTo(3); // successful ones, probes not counted
        assertThat(row.path("dataCalls").asInt()).isEqualTo(38);
        assertThat(row.path("planCalls").asInt()).isEqualTo(1);
        assertThat(row.path("callsPerOperation").asDouble()).isEqualTo(38 / 3.0, EXACT);
        assertThat(row.path("chargePerOperation").asDouble()).isEqualTo((36 * 3.2 + 1) / 3, EXACT);
    }

    @Test
    void request_units_are_shown_for_each_partition_against_its_share() {
        track(List.of(
                cosmos(T0, 3, 200, 60),
                cosmos(T0, 3, 200, 76),
                cosmos(T0.plusSeconds(1), 3, 200, 14),
                gauge("cosmos.container.throughput", 900),
                gauge("cosmos.container.partitions", 9)));

        JsonNode overview = overview();
        JsonNode partition = overview.path("cosmos").path("partitions").get(0);
        assertThat(partition.path("partition").asString()).isEqualTo("3");
        assertThat(partition.path("provisioned").asDouble()).isEqualTo(100, EXACT);
        assertThat(partition.path("highestSecond").asDouble()).isEqualTo(136, EXACT);
        assertThat(partition.path("consumed").asDouble()).isEqualTo(150, EXACT);
        assertThat(partition.path("perSecond").get(step(overview, T0)).asDouble())
                .isEqualTo(15, EXACT);
    }

    @Test
    void meters_of_operations_are_shown_as_the_services_count() {
        track(List.of(
                meter("cosmos.operation.calls", 99, 11).dimension("kind", "data"),
                meter("cosmos.operation.calls", 1, 11).dimension("kind", "plan"),
                meter("cosmos.operation.request.charge", 319, 11)));

        JsonNode row = overview().path("cosmos").path("meters").get(0);
        assertThat(row.path("operations").asInt()).isEqualTo(11);
        assertThat(row.path("callsPerOperation").asDouble()).isEqualTo(9, EXACT);
        assertThat(row.path("planCallsPerOperation").asDouble()).isEqualTo(0.091, EXACT);
        assertThat(row.path("chargePerOperation").asDouble()).isEqualTo(29, EXACT);
    }

    @Test
    void meters_of_an_operation_are_those_of_all_instances_of_its_service() {
        for (String instance : List.of("a", "b")) {
            int operations = instance.equals("a") ? 1 : 3;
            track(List.of(
                    meter("cosmos.operation.calls", 9 * operations, operations)
                            .dimension("kind", "data")
                            .tag("ai.cloud.roleInstance", instance),
                    meter("cosmos.operation.request.charge", instance.equals("a") ? 29 : 3 * 33, operations)
                            .tag("ai.cloud.roleInstance", instance)));
        }

        assertThat(overview().path("cosmos").path("meters")).singleElement().satisfies(row -> {
            assertThat(row.path("operations").asInt()).isEqualTo(4);
            assertThat(row.path("callsPerOperation").asDouble()).isEqualTo(9, EXACT);
            assertThat(row.path("chargePerOperation").asDouble()).isEqualTo(32, EXACT);
        });
    }

    @Test
    void users_are_those_of_the_load_test_or_else_the_different_ones_seen() {
        track(List.of(
                request(T0, 10, true).tag("ai.user.id", "a"),
                request(T0, 11, true).tag("ai.user.id", "b"),
                request(T0, 12, true).tag("ai.user.id", "b"),
                Envelope.metric(T0.plusSeconds(10), "load.users", 41, 1)));

        JsonNode overview = overview();
        JsonNode users = overview.path("requests").path("users");
        assertThat(users.get(step(overview, T0)).asInt()).isEqualTo(2);
        assertThat(users.get(step(overview, T0) + 1).asInt()).isEqualTo(41);
        assertThat(users.get(step(overview, T0) + 2).isNull()).isTrue();
    }

    @Test
    void processors_and_queues_have_average_and_highest_over_instances() {
        track(List.of(
                Envelope.metric(T0, "process.cpu.usage", 0.2, 1).role("gateway").tag("ai.cloud.roleInstance", "a"),
                Envelope.metric(T0, "process.cpu.usage", 0.8, 1).role("gateway").tag("ai.cloud.roleInstance", "b"),
                Envelope.metric(T0, "executor.queued", 3, 1).role("delivery-service"),
                Envelope.metric(T0, "messaging.dispatch.inflight", 7, 1)
                        .role("delivery-service")
                        .dimension("application", "delivery-service")));

        JsonNode overview = overview();
        int step = step(overview, T0);
        JsonNode cpu = overview.path("cpu").get(0);
        assertThat(cpu.path("averages").get(step).asDouble()).isEqualTo(0.5, EXACT);
        assertThat(cpu.path("maxima").get(step).asDouble()).isEqualTo(0.8, EXACT);
        assertThat(overview.path("queues")).hasSize(1);
        assertThat(overview.path("queues").get(0).path("name").asString()).isEqualTo("messaging.dispatch.inflight");
        assertThat(overview.path("queues").get(0).path("label").asString()).isEmpty();
        assertThat(http.api("metrics?minutes=5").path("names").get(0).asString())
                .isEqualTo("executor.queued");
    }

    @Test
    void dead_letters_are_counted_once_however_many_instances_report_them_and_are_no_queue() {
        for (String instance : List.of("a", "b")) {
            track(List.of(Envelope.metric(T0, "messaging.dead-letters.waiting", 3, 1)
                    .role("drone-service")
                    .tag("ai.cloud.roleInstance", instance)
                    .dimension("messaging.destination.name", "delivery-requests")));
        }

        JsonNode overview = overview();
        JsonNode letters = overview.path("deadLetters");
        assertThat(letters).hasSize(1);
        assertThat(letters.get(0).path("label").asString()).contains("delivery-requests");
        assertThat(letters.get(0).path("maxima").get(step(overview, T0)).asDouble())
                .isEqualTo(3);
        assertThat(overview.path("queues")).isEmpty();
    }

    @Test
    void sessions_are_kept_with_their_users() {
        track(List.of(
                request(T0, 10, true).tag("ai.session.id", "s1").tag("ai.user.id", "a"),
                request(T0.plusSeconds(5), 10, true).tag("ai.session.id", "s1")));

        JsonNode session = http.api("sessions").get(0);
        assertThat(session.path("userId").asString()).isEqualTo("a");
        assertThat(session.path("requests").asInt()).isEqualTo(2);
        assertThat(session.path("last").asLong() - session.path("first").asLong())
                .isEqualTo(5000);
    }

    private static Envelope cosmos(Instant at, int partition, int status, double charge) {
        return Envelope.cosmos(at, "c" + at + partition + charge, "" + partition, status, charge, Duration.ofMillis(5))
                .role("drone-service");
    }

    private static Envelope gauge(String name, double value) {
        return Envelope.metric(T0, name, value, 1).role("drone-service").dimension("container", "utilization");
    }

    private static Envelope meter(String name, double sum, int count) {
        return Envelope.metric(T0, name, sum, count)
                .role("drone-service")
                .dimension("container", "utilization")
                .dimension("operation", "utilization");
    }
}
