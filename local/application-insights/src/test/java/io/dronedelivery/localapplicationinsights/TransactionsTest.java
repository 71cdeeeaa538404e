package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The list of transactions, and one from end to end. */
class TransactionsTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static final Instant T0 = Instant.now().minusSeconds(60);
    private Http http;

    @BeforeEach
    void forget() {
        insights.insights().clear();
        http = new Http(insights.insights());
    }

    private void track(Envelope... envelopes) {
        http.track(List.of(envelopes).stream().map(Envelope::toString).toList());
    }

    private static Instant at(int millis) {
        return T0.plusMillis(millis);
    }

    private static Envelope transaction(String id, int millis, boolean success) {
        return Envelope.request(at(0), id + "-root", "GET /" + id, Duration.ofMillis(millis))
                .role("gateway")
                .operation(id, "")
                .result(success ? "200" : "504", success);
    }

    private static Envelope cosmos(String id, int start, int millis, String partition, int status) {
        return Envelope.cosmos(at(start), id, partition, status, 1, Duration.ofMillis(millis))
                .role("drone-service")
                .operation("t1", "inner");
    }

    /** 672 ms, of which most is the wait after a 429. Children come before their parents, as exporters send them. */
    private void throttledTransaction() {
        track(
                cosmos("c1", 12, 40, "0", 200),
                cosmos("c2", 52, 4, "1", 429),
                cosmos("c3", 600, 50, "1", 200),
                cosmos("c4", 20, 10, "2", 200),
                Envelope.request(at(10), "inner", "GET /api/dronedeliveries/utilization", Duration.ofMillis(655))
                        .role("drone-service")
                        .operation("t1", "call"),
                Envelope.dependency(
                                at(5), "call", "Http", "GET /api/dronedeliveries/utilization", Duration.ofMillis(665))
                        .role("gateway")
                        .operation("t1", "t1-root"),
                Envelope.trace(at(6), "asking", "Information").operation("t1", "t1-root"),
                transaction("t1", 672, true));
    }

    private List<String> names(String query) {
        return StreamSupport.stream(
                        http.api("transactions?" + query).path("rows").spliterator(), false)
                .map(row -> row.path("operationId").asString())
                .toList();
    }

    @Test
    void the_list_is_sorted_and_filtered() {
        throttledTransaction();
        track(transaction("t2", 900, true), transaction("t3", 20, false));

        assertThat(names("sort=slowest")).containsExactly("t2", "t1", "t3");
        assertThat(names("show=failed")).containsExactly("t3");
        assertThat(names("show=throttled")).containsExactly("t1");
        assertThat(names("slowerThanMs=700")).containsExactly("t2");
        assertThat(names("text=GET%20%2Ft3")).containsExactly("t3");
        assertThat(names("text=GATEWAY&limit=1")).containsExactly("t2");
    }

    @Test
    void a_transaction_is_summed_up_by_its_first_request() {
        throttledTransaction();

        JsonNode row = http.api("transactions").path("rows").get(0);
        assertThat(row.path("name").asString()).isEqualTo("GET /t1");
        assertThat(row.path("durationMs").asDouble()).isEqualTo(672, within(0.001));
        assertThat(row.path("dependencies").asInt()).isEqualTo(5);
        assertThat(row.path("throttled").asInt()).isEqualTo(1);
        assertThat(row.path("success").asBoolean()).isTrue();
    }

    @Test
    void the_waterfall_has_calls_below_their_callers_and_the_wait_after_a_429() {
        throttledTransaction();

        JsonNode waterfall = http.api("transactions/t1");
        List<String> lines = StreamSupport.stream(waterfall.path("rows").spliterator(), false)
                .map(row -> "%d %s %s %.0f+%.0f"
                        .formatted(
                                row.path("depth").asInt(),
                                row.path("kind").asString(),
                                row.path("resultCode").asString(),
                                row.path("offsetMs").asDouble(),
                                row.path("durationMs").asDouble()))
                .toList();
        assertThat(lines)
                .containsExactly(
                        "0 request 200 0+672",
                        "1 dependency  5+665",
                        "2 request 200 10+655",
                        "3 dependency 200 12+40",
                        "3 dependency 200 20+10",
                        "3 dependency 429 52+4",
                        "3 backoff  56+544",
                        "3 dependency 200 600+50",
                        "1 trace  6+0");
        assertThat(waterfall.path("backOffMs").asDouble()).isEqualTo(544, within(0.001));
        assertThat(waterfall.path("durationMs").asDouble()).isEqualTo(672, within(0.001));
    }

    @Test
    void waits_at_the_same_time_count_once() {
        track(
                cosmos("a", 0, 10, "0", 429),
                cosmos("b", 0, 10, "1", 429),
                cosmos("c", 110, 10, "0", 200),
                cosmos("d", 60, 10, "1", 200));

        assertThat(http.api("transactions/t1").path("backOffMs").asDouble()).isEqualTo(100, within(0.001));
    }

    @Test
    void items_that_name_each_other_as_parents_do_not_hang_the_page() {
        track(
                Envelope.request(at(0), "x", "GET /x", Duration.ofMillis(1)).operation("t9", "y"),
                Envelope.request(at(0), "y", "GET /y", Duration.ofMillis(1)).operation("t9", "x"),
                Envelope.request(at(0), "z", "GET /z", Duration.ofMillis(1)).operation("t9", "z"));

        assertThat(http.api("transactions/t9").path("rows")).hasSize(3);
        assertThat(http.api("transactions").path("rows")).hasSize(1);
    }

    @Test
    void logs_are_the_traces_and_exceptions_by_severity() {
        track(
                Envelope.trace(at(1), "all is well", "Information"),
                Envelope.trace(at(2), "nearly full", "Warning"),
                Envelope.exception(at(3), "java.io.IOException", "gone"));

        assertThat(http.api("logs").path("total").asInt()).isEqualTo(3);
        assertThat(http.api("logs?level=warning").path("rows")).hasSize(2);
        assertThat(http.api("logs?text=ioexception")
                        .path("rows")
                        .get(0)
                        .path("message")
                        .asString())
                .isEqualTo("java.io.IOException: gone");
    }

    @Test
    void a_log_row_of_a_problem_has_its_words_and_its_transaction() {
        track(Envelope.trace(at(1), "problem", "Information")
                .dimension("problem.type", "urn:drone-delivery:problem:not-found")
                .dimension("problem.detail", "There is no owner 'o-999'.")
                .operation("t7", "x"));

        JsonNode row = http.api("logs?text=O-999").path("rows").get(0);
        assertThat(row.path("message").asString()).isEqualTo("There is no owner 'o-999'.");
        assertThat(row.path("operationId").asString()).isEqualTo("t7");
        assertThat(row.path("dimensions").path("problem.type").asString()).endsWith(":not-found");
    }

    @Test
    void the_list_has_pages_and_separates_requests_of_the_gateway_from_background_work() {
        track(
                transaction("t1", 10, true),
                transaction("t2", 20, true),
                transaction("t3", 30, true),
                Envelope.request(at(0), "t4-root", "GET /t4", Duration.ofMillis(40))
                        .role("delivery-service")
                        .operation("t4", ""),
                Envelope.request(at(0), "t5-root", "deliveries.outbox-relay", Duration.ofMillis(50))
                        .role("delivery-service")
                        .result("0", true)
                        .operation("t5", ""));

        assertThat(names("kind=gateway")).containsExactly("t3", "t2", "t1");
        assertThat(names("kind=requests")).containsExactly("t4", "t3", "t2", "t1");
        assertThat(names("kind=background")).containsExactly("t5");
        assertThat(names("kind=gateway&offset=1&limit=1")).containsExactly("t2");
        assertThat(http.api("transactions?kind=gateway&limit=1").path("total").asInt())
                .isEqualTo(3);
        assertThat(names("name=GET%20%2Ft2")).containsExactly("t2");
        assertThat(names("kind=gateway&from=" + at(0).plusSeconds(1).toEpochMilli()))
                .isEmpty();
    }

    @Test
    void the_critical_path_leads_through_the_call_that_ended_last() {
        track(
                call("quick", 1, 20),
                call("slow", 2, 90),
                call("before", 0, 1),
                call("after-the-answer", 50, 400),
                Envelope.request(at(0), "t6-root", "GET /t6", Duration.ofMillis(100))
                        .role("gateway")
                        .operation("t6", ""));

        JsonNode waterfall = http.api("transactions/t6");
        assertThat(StreamSupport.stream(waterfall.path("rows").spliterator(), false)
                        .filter(row -> row.path("critical").asBoolean())
                        .map(row -> row.path("name").asString()))
                .containsExactly("GET /t6", "before", "slow");
        assertThat(waterfall.path("answeredMs").asDouble()).isEqualTo(100, within(0.001));
        assertThat(waterfall.path("durationMs").asDouble()).isEqualTo(450, within(0.001));
    }

    private static Envelope call(String name, int start, int millis) {
        return Envelope.dependency(at(start), name, "Http", name, Duration.ofMillis(millis))
                .role("gateway")
                .operation("t6", "t6-root");
    }
}
