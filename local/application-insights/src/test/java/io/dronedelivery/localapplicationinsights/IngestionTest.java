package io.dronedelivery.localapplicationinsights;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        TelemetryItem.Request taken = insights.insights().requests().get(0);
        assertThat(taken.duration()).isEqualTo(Duration.ofMillis(120));
        assertThat(taken.context().role()).isEqualTo("gateway");
        assertThat(taken.context().userId()).isEqualTo("u1");
        assertThat(taken.context().itemCount()).isEqualTo(4);
        assertThat(taken.context().dimension("color")).isEqualTo("blue");
        assertThat(taken.context().timestamp()).isEqualTo(NOW);
        TelemetryItem.Dependency dependency = insights.insights().dependencies().get(0);
        assertThat(dependency.toCosmos()).isTrue();
        assertThat(dependency.status()).isEqualTo("429");
        assertThat(dependency.success()).isFalse();
        assertThat(insights.insights().operation("t1")).containsExactly(taken, dependency);
    }

    @Test
    void an_array_is_taken_too_and_so_is_the_older_path() {
        String body = "[" + aRequest() + "," + Envelope.trace(NOW, "hello", "Warning") + "]";

        HttpResponse<String> answer = http.send("POST", "v2/track", body.getBytes(UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(insights.insights().requests()).hasSize(1);
        assertThat(insights.insights().traces())
                .singleElement()
                .satisfies(trace -> assertThat(trace.severity()).isEqualTo(TelemetryItem.Severity.WARNING));
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
                .extracting(TelemetryItem.Metric::name, TelemetryItem.Metric::sum, TelemetryItem.Metric::count)
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
            assertThat(failure.severity()).isEqualTo(TelemetryItem.Severity.ERROR);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-06-18T20:59:00.500Z",
                "2026-06-18T22:59:00.500+02:00",
                "2026-06-18T20:59:00.5+0000",
                "2026-06-18T20:59:00.5"
            })
    void times_are_read_as_sdks_of_different_ages_write_them(String time) {
        http.track(aRequest().toString().replace(NOW.toString(), time));

        assertThat(insights.insights().requests().get(0).context().timestamp())
                .isEqualTo(Instant.parse("2026-06-18T20:59:00.500Z"));
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
            HttpResponse<String> answer = http.send("POST", path + "?ikey=x", "{}".getBytes(UTF_8));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("x-ms-qps-subscribed")).contains("false");
        }
    }

    @Test
    void the_agent_learns_the_id_of_the_application() {
        HttpResponse<String> answer =
                http.get("api/profiles/" + LocalApplicationInsightsOptions.WELL_KNOWN_KEY + "/appId");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(LocalApplicationInsightsOptions.WELL_KNOWN_KEY);
        assertThat(http.get("api/profiles/another/appId").statusCode()).isEqualTo(404);
    }
}
