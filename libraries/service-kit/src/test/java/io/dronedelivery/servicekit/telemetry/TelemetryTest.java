package io.dronedelivery.servicekit.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsightsExtension;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;

/** What a service sends to Application Insights when every trace is kept. */
class TelemetryTest {

    @RegisterExtension
    static final LocalApplicationInsightsExtension extension = LocalApplicationInsightsExtension.create();

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "00-" + TRACE + "-b7ad6b7169203331-01";

    private static ObservedService service;

    @BeforeAll
    static void start() {
        service = ObservedService.start(extension.connectionString(), "telemetry.sampling.percentage=100");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** What the test before sent may still be on its way; spans and logs arrive in the order in which they were made. */
    @BeforeEach
    void forget() {
        service.get("/things/last");
        eventually(() -> {
            assertThat(insights().requests()).anyMatch(request -> request.url().endsWith("/things/last"));
            assertThat(insights().traces()).anyMatch(trace -> trace.message().equals("thing last was read"));
        });
        insights().clear();
    }

    private static LocalApplicationInsights insights() {
        return extension.insights();
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
    }

    private static TelemetryItem.Request onlyRequest() {
        eventually(() -> assertThat(insights().requests()).hasSize(1));
        return insights().requests().get(0);
    }

    @Test
    void a_request_has_its_route_result_url_and_role() {
        service.get("/things/7?from=1");

        TelemetryItem.Request request = onlyRequest();
        assertThat(request.name()).isEqualTo("GET /things/{id}");
        assertThat(request.resultCode()).isEqualTo("200");
        assertThat(request.success()).isTrue();
        assertThat(request.url()).startsWith("http://localhost:").endsWith("/things/7?from=1");
        assertThat(request.context().role()).isEqualTo("thing-service");
        assertThat(request.context().itemCount()).isEqualTo(1);
    }

    @Test
    void actuator_shows_the_figures_of_a_meter() {
        service.get("/things/7");

        assertThat(service.bean(MetricsEndpoint.class)
                        .metric("things.read", null)
                        .getMeasurements())
                .singleElement()
                .satisfies(sample -> assertThat(sample.getValue()).isPositive());
    }

    @Test
    void the_request_continues_its_callers_trace() {
        service.get("/things/7", "traceparent", CALLER);

        TelemetryItem.Request request = onlyRequest();
        assertThat(request.context().operationId()).isEqualTo(TRACE);
        assertThat(request.context().parentId()).isEqualTo("b7ad6b7169203331");
    }

    @Test
    void a_trace_that_the_caller_does_not_keep_is_not_kept_and_neither_is_one_of_monitoring() {
        service.get("/things/1", "traceparent", CALLER.replace("-01", "-00"));
        service.get("/actuator/health/liveness");
        service.get("/things/2");

        assertThat(onlyRequest().url()).endsWith("/things/2");
    }

    @Test
    void an_unexpected_failure_is_an_exception_of_its_request_and_an_expected_one_is_not() {
        assertThat(service.get("/busy")).isEqualTo(503);
        assertThat(service.get("/missing")).isEqualTo(404);
        assertThat(service.get("/bug", "traceparent", CALLER)).isEqualTo(500);

        eventually(() -> {
            assertThat(insights().requests()).hasSize(3);
            assertThat(insights().exceptions()).isNotEmpty();
        });
        assertThat(insights().requests())
                .allSatisfy(request -> assertThat(request.success()).isFalse());
        assertThat(insights().exceptions()).singleElement().satisfies(failure -> {
            assertThat(failure.context().role()).isEqualTo("thing-service");
            assertThat(failure.context().parentId())
                    .isIn(insights().requests().stream()
                            .map(TelemetryItem.Request::id)
                            .toList());
            assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
            assertThat(failure.context().operationId()).isEqualTo(TRACE);
            assertThat(failure.stack()).contains("a bug of the test's");
        });
    }

    @Test
    void what_is_logged_is_sent_from_the_level_that_is_set() {
        service.get("/things/42");

        eventually(() -> assertThat(insights().traces())
                .filteredOn(trace -> trace.message().equals("thing 42 was read"))
                .singleElement()
                .satisfies(trace -> {
                    assertThat(trace.severity()).isEqualTo(TelemetryItem.Severity.INFORMATION);
                    assertThat(trace.context().role()).isEqualTo("thing-service");
                }));
    }

    @Test
    void meters_have_their_names_units_and_tags() {
        service.get("/things/1");

        eventually(() -> assertThat(insights().metrics())
                .extracting(TelemetryItem.Metric::name)
                .contains("things.read", "http.server.requests", "process.cpu.usage", "jvm.memory.used"));
        assertThat(metrics("things.read").get(0).context().dimension("kind")).isEqualTo("test");
        assertThat(metrics("http.server.requests"))
                .allSatisfy(metric -> assertThat(metric.sum()).as("seconds").isLessThan(60));
    }

    @Test
    void a_gauge_that_has_nothing_to_tell_is_not_sent_and_keeps_no_other_meter_back() {
        MeterRegistry meters = service.bean(MeterRegistry.class);
        Gauge.builder("things.unknown", () -> Double.NaN).register(meters);
        Gauge.builder("things.known", () -> 7).register(meters);

        eventually(() -> assertThat(metrics("things.known")).hasSizeGreaterThan(1));

        assertThat(metrics("things.unknown")).isEmpty();
    }

    private static List<TelemetryItem.Metric> metrics(String name) {
        return insights().metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .toList();
    }
}
