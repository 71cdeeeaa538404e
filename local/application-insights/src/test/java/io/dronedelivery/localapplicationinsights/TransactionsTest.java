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
        return StreamSupport.stream(http.api("transactions?" + query).spliterator(), false)
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

        JsonNode row = http.api("transactions").get(0);
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
        assertThat(http.api("transactions")).hasSize(1);
    }

    @Test
    void logs_are_the_traces_and_exceptions_by_severity() {
        track(
                Envelope.trace(at(1), "all is well", "Information"),
                Envelope.trace(at(2), "nearly full", "Warning"),
                Envelope.exception(at(3), "java.io.IOException", "gone"));

        assertThat(http.api("logs")).hasSize(3);
        assertThat(http.api("logs?level=warning")).hasSize(2);
        assertThat(http.api("logs?text=ioexception").get(0).path("message").asString())
                .isEqualTo("java.io.IOException: gone");
    }
}
