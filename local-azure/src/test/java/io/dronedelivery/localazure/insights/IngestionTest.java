package io.dronedelivery.localazure.insights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.localazure.insights.telemetry.Telemetry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Breeze protocol as it is on the wire. */
class IngestionTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static final Instant NOW = Instant.now();
    private Http http;

    @BeforeEach
    void forget() {
        insights.insights().clear();
        http = new Http(insights.insights());
    }

    private static Envelope aRequest() {
        return Envelope.request(NOW, "a1", "GET /api/v1/invoices", Duration.ofMillis(120));
    }

    @Test
    void envelopes_one_a_line_are_taken_with_all_that_they_say() {
        Envelope request = aRequest()
                .role("gateway")
                .operation("t1", "")
                .tag("ai.user.id", "u1")
                .dimension("color", "blue")
                .sampled(25);
        Envelope call = Envelope.cosmos(NOW, "b1", "3", 429, 1.5, Duration.ofMillis(7))
                .role("drone-service")
                .operation("t1", "a1");

        HttpResponse<String> answer = http.track(Envelope.lines(request, call));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer).path("itemsReceived").asInt()).isEqualTo(2);
        assertThat(Http.json(answer).path("itemsAccepted").asInt()).isEqualTo(2);
        assertThat(Http.json(answer).path("errors")).isEmpty();
        Telemetry.Request taken = insights.insights().requests().get(0);
        assertThat(taken.duration()).isEqualTo(Duration.ofMillis(120));
        assertThat(taken.context().role()).isEqualTo("gateway");
        assertThat(taken.context().userId()).isEqualTo("u1");
        assertThat(taken.context().itemCount()).isEqualTo(4);
        assertThat(taken.context().dimension("color")).isEqualTo("blue");
        assertThat(taken.context().timestamp()).isEqualTo(NOW);
        Telemetry.Dependency dependency = insights.insights().dependencies().get(0);
        assertThat(dependency.toCosmos()).isTrue();
        assertThat(dependency.status()).isEqualTo("429");
        assertThat(dependency.success()).isFalse();
        assertThat(insights.insights().operation("t1")).containsExactly(taken, dependency);
    }

    @Test
    void an_array_is_taken_too_and_so_is_the_older_path() {
        String body = "[" + aRequest() + "," + Envelope.trace(NOW, "hello", "Warning") + "]";

        HttpResponse<String> answer = http.send("POST", "v2/track", body.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(insights.insights().requests()).hasSize(1);
        assertThat(insights.insights().traces()).singleElement().satisfies(trace -> assertThat(trace.severity())
                .isEqualTo(Telemetry.Severity.WARNING));
    }

    @Test
    void a_gzip_body_is_taken() {
        HttpResponse<String> answer =
                http.send("POST", "v2.1/track", Http.gzip(aRequest().toString()), "content-encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(insights.insights().requests()).hasSize(1);
    }

    @Test
    void a_metric_envelope_has_as_many_items_as_data_points() {
        Envelope metric = Envelope.metric(NOW, "cosmos.operation.calls", 27, 3).dimension("kind", "data");
        metric.base()
                .withArrayProperty("metrics")
                .addObject()
                .put("name", "process.cpu.usage")
                .put("value", 0.5);

        assertThat(http.track(metric.toString()).statusCode()).isEqualTo(200);

        assertThat(insights.insights().metrics())
                .extracting(Telemetry.Metric::name, Telemetry.Metric::sum, Telemetry.Metric::count)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("cosmos.operation.calls", 27.0, 3),
                        org.assertj.core.groups.Tuple.tuple("process.cpu.usage", 0.5, 1));
    }

    @Test
    void exceptions_keep_type_message_and_severity() {
        http.track(Envelope.exception(NOW, "java.io.IOException", "gone").toString());

        assertThat(insights.insights().exceptions()).singleElement().satisfies(failure -> {
            assertThat(failure.type()).isEqualTo("java.io.IOException");
            assertThat(failure.message()).isEqualTo("gone");
            assertThat(failure.severity()).isEqualTo(Telemetry.Severity.ERROR);
        });
    }

    @Test
    void the_good_ones_of_a_post_are_taken_and_the_others_named_by_their_index() {
        Envelope withoutDuration = aRequest();
        withoutDuration.base().remove("duration");

        HttpResponse<String> answer = http.track(aRequest() + "\n" + withoutDuration + "\n{\"broken\n" + aRequest());

        assertThat(answer.statusCode()).isEqualTo(206);
        JsonNode result = Http.json(answer);
        assertThat(result.path("itemsReceived").asInt()).isEqualTo(4);
        assertThat(result.path("itemsAccepted").asInt()).isEqualTo(2);
        assertThat(result.path("errors")).hasSize(2);
        assertThat(result.path("errors").get(0).path("index").asInt()).isEqualTo(1);
        assertThat(result.path("errors").get(0).path("statusCode").asInt()).isEqualTo(400);
        assertThat(result.path("errors").get(0).path("message").asText())
                .contains("Field 'duration' on type 'RequestData' is required");
        assertThat(result.path("errors").get(1).path("message").asText()).startsWith("Not JSON");
        assertThat(insights.insights().requests()).hasSize(2);
    }

    @Test
    void another_instrumentation_key_is_refused_in_the_words_that_exporters_look_for() {
        HttpResponse<String> answer = http.track(
                aRequest().key("c4a29126-a7cb-47e5-b348-11414998b11e").toString());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Http.json(answer).path("errors").get(0).path("message").asText())
                .isEqualTo("Invalid instrumentation key");
        assertThat(insights.insights().requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            duration      | 12 ms             | Field 'duration'
            name          | {}                | Field 'name'
            success       |                   |
            id            |                   | Field 'id'
            """)
    void a_wrong_field_is_named(String field, String value, String message) {
        Envelope envelope = aRequest();
        if (value == null) {
            envelope.base().remove(field);
        } else if (value.equals("{}")) {
            envelope.base().putObject(field);
        } else {
            envelope.base().put(field, value);
        }

        HttpResponse<String> answer = http.track(envelope.toString());

        assertThat(answer.statusCode()).isEqualTo(message == null ? 200 : 400);
        assertThat(answer.body()).contains(message == null ? "\"errors\":[]" : message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ''                                                                    | no telemetry
            not json                                                              | Not JSON
            [{"a":1}                                                              | Not JSON
            []                                                                    | no telemetry
            42                                                                    | Envelope
            {"iKey":"00000000-0000-0000-0000-0000000010ca"}                       | Field 'data'
            {"iKey":"00000000-0000-0000-0000-0000000010ca","time":"noon","data":{"baseType":"MessageData","baseData":{"message":"m"}}} | Field 'time'
            {"iKey":"00000000-0000-0000-0000-0000000010ca","sampleRate":0,"data":{"baseType":"MessageData","baseData":{"message":"m"}}} | sampleRate
            {"iKey":"00000000-0000-0000-0000-0000000010ca","data":{"baseType":"AvailabilityData","baseData":{}}} | AvailabilityData
            """)
    void what_cannot_be_read_is_refused_with_the_reason(String body, String message) {
        HttpResponse<String> answer = http.track(body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Http.json(answer).path("errors").get(0).path("message").asText())
                .contains(message);
    }

    @Test
    void a_body_that_is_not_what_its_encoding_says_is_refused() {
        assertThat(http.track("plain", "content-encoding", "gzip").statusCode()).isEqualTo(400);
        assertThat(http.track("plain", "content-encoding", "br").statusCode()).isEqualTo(415);
    }

    @Test
    void a_small_body_that_grows_without_end_is_refused() {
        HttpResponse<String> answer =
                http.send("POST", "v2.1/track", Http.gzip(" ".repeat(70_000_000)), "content-encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(413);
    }

    @Test
    void an_outage_is_told_as_azure_tells_it_and_ends() {
        insights.insights().unavailable(true);
        assertThat(http.track(aRequest().toString()).statusCode()).isEqualTo(503);

        insights.insights().unavailable(false);
        assertThat(http.track(aRequest().toString()).statusCode()).isEqualTo(200);
    }

    @Test
    void live_metrics_have_no_subscriber() {
        for (String path : new String[] {"QuickPulseService.svc/ping", "QuickPulseService.svc/post"}) {
            HttpResponse<String> answer = http.send("POST", path + "?ikey=x", "{}".getBytes(StandardCharsets.UTF_8));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("x-ms-qps-subscribed")).contains("false");
        }
    }

    @Test
    void other_methods_paths_and_names_of_the_host_are_refused() {
        assertThat(http.get("v2.1/track").statusCode()).isEqualTo(405);
        assertThat(http.get("v3/track").statusCode()).isEqualTo(404);
        assertThat(http.get("api/nothing").statusCode()).isEqualTo(404);
        assertThat(http.get("api/overview?minutes=x").body()).contains("minutes must be a whole number");
        assertThat(http.get("api/transactions?sort=fast").body()).contains("slowest, latest");
        assertThat(http.get("api/transactions/unknown").statusCode()).isEqualTo(404);
    }
}
