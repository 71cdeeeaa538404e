package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The figures of aggregations and of failures, of telemetry as the gateway sends it. */
class AggregationsTest {
    private static final Instant NOW = Instant.now().minusSeconds(10);
    private static final String NAME = "GET /api/v1/owners/{ownerId}/invoices";

    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private Http http;

    @BeforeEach
    void forget() {
        insights.insights().clear();
        http = new Http(insights.insights());
    }

    private void track(Envelope... envelopes) {
        http.track(List.of(envelopes).stream().map(Envelope::toString).toList());
    }

    private static Envelope request(String id, String code) {
        return Envelope.request(NOW, id, NAME, Duration.ofMillis(100))
                .role("gateway")
                .operation("t-" + id, "")
                .result(code, code.startsWith("2"));
    }

    private static Envelope part(String request, String part, int millis) {
        return Envelope.part(NOW, request + part, part, part + "-backend", Duration.ofMillis(millis))
                .operation("t-" + request, request);
    }

    private static Envelope missing(String request, String part, int millis) {
        return part(request, part, millis)
                .result("0", false)
                .dimension("problem.type", "urn:drone-delivery:problem:backend-timeout");
    }

    private JsonNode aggregation() {
        return http.api("aggregations").path("aggregations").get(0);
    }

    @Test
    void answers_are_whole_degraded_failed_or_refused() {
        track(part("1", "invoice", 30), part("1", "flights", 60), request("1", "200"));
        track(part("2", "invoice", 30), missing("2", "flights", 90), request("2", "200"));
        track(missing("3", "invoice", 90), part("3", "flights", 60), request("3", "504"));
        track(request("4", "404"));

        JsonNode row = aggregation();
        assertThat(row.path("name").asString()).isEqualTo(NAME);
        assertThat(row.path("count").asInt()).isEqualTo(4);
        assertThat(row.path("whole").asInt()).isEqualTo(1);
        assertThat(row.path("degraded").asInt()).isEqualTo(1);
        assertThat(row.path("failed").asInt()).isEqualTo(1);
        assertThat(row.path("refused").asInt()).isEqualTo(1);
        assertThat(row.path("p95Ms").asDouble()).isEqualTo(100, within(1.0));
        assertThat(row.path("degradedPerSecond").toString()).contains("0.2"); // one in a step of five seconds
    }

    @Test
    void each_part_has_its_calls_its_failures_and_its_time() {
        track(part("1", "invoice", 30), part("1", "flights", 60), request("1", "200"));
        track(part("2", "invoice", 30), missing("2", "flights", 90), request("2", "200"));

        JsonNode flights = aggregation().path("parts").get(0);
        assertThat(flights.path("part").asString()).isEqualTo("flights");
        assertThat(flights.path("backend").asString()).isEqualTo("flights-backend");
        assertThat(flights.path("calls").asInt()).isEqualTo(2);
        assertThat(flights.path("failed").asInt()).isEqualTo(1);
        assertThat(flights.path("sumMs").asDouble()).isEqualTo(150, within(0.001));
    }

    @Test
    void a_call_that_was_cancelled_is_no_failure_of_its_part() {
        track(
                part("1", "invoice", 30).result("404", false),
                part("1", "flights", 20).result("0", false),
                request("1", "404"));

        assertThat(aggregation().path("parts").get(0).path("failed").asInt()).isZero();
        assertThat(aggregation().path("parts").get(1).path("failed").asInt()).isEqualTo(1);
    }

    @Test
    void calls_that_arrive_after_their_request_still_make_it_degraded() {
        track(part("1", "invoice", 30), request("1", "200"));
        track(request("2", "200"));
        track(missing("2", "flights", 90), missing("2", "invoice", 90));

        assertThat(aggregation().path("whole").asInt()).isEqualTo(1);
        assertThat(aggregation().path("degraded").asInt()).isEqualTo(1);
    }

    @Test
    void a_request_that_shared_degraded_calls_is_degraded() {
        track(part("1", "invoice", 30), missing("1", "flights", 90), request("1", "200"));
        track(request("2", "200")
                .dimension("gateway.coalesced", "true")
                .dimension("_MS.links", "[{\"operation_Id\":\"t-1\",\"id\":\"1\"}]"));

        assertThat(aggregation().path("degraded").asInt()).isEqualTo(2);
        assertThat(http.api("transactions?text=t-2")
                        .path("rows")
                        .get(0)
                        .path("shared")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void a_degraded_answer_is_no_plain_success_in_the_list_of_transactions() {
        track(part("1", "invoice", 30), missing("1", "flights", 90), request("1", "200"));
        track(part("2", "invoice", 30), request("2", "200"));

        JsonNode degraded = http.api("transactions?show=degraded");
        assertThat(degraded.path("total").asInt()).isEqualTo(1);
        assertThat(degraded.path("rows").get(0).path("missing").toString()).isEqualTo("[\"flights\"]");
    }

    @Test
    void requests_without_parts_are_no_aggregations() {
        track(request("1", "200"));

        assertThat(http.api("aggregations").path("aggregations")).isEmpty();
    }

    @Test
    void the_meters_of_the_gateway_come_with_their_dimensions() {
        track(
                Envelope.metric(NOW, "gateway.limit", 100, 1).role("gateway").dimension("place", "drone"),
                Envelope.metric(NOW, "gateway.limit.refused", 3, 1)
                        .role("gateway")
                        .dimension("place", "drone")
                        .dimension("cause", "queue-full"),
                Envelope.metric(NOW, "jvm.threads.live", 30, 1).role("gateway"));

        JsonNode meters = http.api("aggregations").path("meters");
        assertThat(meters).hasSize(2);
        assertThat(meters.get(1).path("dimensions").path("cause").asString()).isEqualTo("queue-full");
        assertThat(meters.get(1).path("sums").toString()).contains("3.0");
    }

    @Test
    void failures_are_counted_by_endpoint_and_code_and_by_call_and_reason() {
        track(part("1", "invoice", 30), missing("1", "flights", 90), request("1", "200"));
        track(request("2", "404"), request("3", "404"));

        JsonNode overview = http.api("overview");
        JsonNode requests = overview.path("operations").get(0).path("failures");
        assertThat(requests).hasSize(1);
        assertThat(requests.get(0).path("code").asString()).isEqualTo("404");
        assertThat(requests.get(0).path("count").asInt()).isEqualTo(2);
        assertThat(requests.get(0).path("perSecond").toString()).contains("0.4"); // two in a step of five seconds
        assertThat(overview.path("dependencies").valueStream())
                .filteredOn(row -> row.path("name").asString().equals("GET /api/flights"))
                .singleElement()
                .satisfies(row -> assertThat(
                                row.path("failures").get(0).path("code").asString())
                        .isEqualTo("backend-timeout"));
    }
}
