package io.dronedelivery.gateway.telemetry;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsightsExtension;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Dependency;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Request;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** What Application Insights is sent of the gateway's requests, by Microsoft's exporter. */
@ExtendWith(NoBufferLeaks.class)
class SpansTest {

    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static TestBackend backend;
    private static TestGateway gateway;

    private RecordedTransaction trace;

    @BeforeAll
    static void start() {
        backend = TestBackend.start();
        gateway = TestGateway.startInFrontOf(
                backend,
                "spring.config.additional-location=classpath:test-aggregations.yml,classpath:test-forwards.yml",
                "applicationinsights.connection.string=" + insights.connectionString(),
                "telemetry.sampling.percentage=100",
                "telemetry.export.delay=50ms",
                "gateway.telemetry.user-header=X-Load-User",
                "gateway.backends.frail.base-url=" + backend.url(),
                "gateway.backends.frail.circuit-breaker.sliding-window-size=2",
                "gateway.backends.frail.circuit-breaker.minimum-number-of-calls=2",
                "gateway.backends.frail.circuit-breaker.wait-duration-in-open-state=1h",
                "gateway.aggregations.frail.path=/test/frail",
                "gateway.aggregations.frail.parts.it.backend=frail",
                "gateway.aggregations.frail.parts.it.path=/it",
                "gateway.aggregations.spared.min-parts=0",
                "gateway.aggregations.spared.path=/test/spared",
                "gateway.aggregations.spared.parts.it.backend=frail",
                "gateway.aggregations.spared.parts.it.path=/it",
                "gateway.aggregations.spared.parts.it.required=false",
                "gateway.aggregations.late.path=/test/late",
                "gateway.aggregations.late.parts.it.backend=test",
                "gateway.aggregations.late.parts.it.path=/it",
                "gateway.aggregations.late.parts.it.timeout=500ms",
                "gateway.aggregations.hedged.path=/test/hedged",
                "gateway.aggregations.hedged.parts.it.backend=test",
                "gateway.aggregations.hedged.parts.it.path=/it",
                "gateway.aggregations.hedged.parts.it.hedge.after=20ms",
                "gateway.aggregations.shared.path=/test/{name}/shared",
                "gateway.aggregations.shared.coalesce=true",
                "gateway.aggregations.shared.parts.it.backend=test",
                "gateway.aggregations.shared.parts.it.path=/it");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
    }

    @BeforeEach
    void let_every_part_succeed() {
        backend.reset();
        backend.on("/first/n-1", "1")
                .on("/second", "2")
                .on("/extra", "3")
                .on("/it", "1")
                .on("/sure", "2");
        trace = RecordedTransaction.begin(insights.insights());
    }

    @Test
    void a_request_and_its_calls_are_one_transaction() {
        gateway.get("/test/n-1/three");

        RecordedTransaction own = RecordedTransaction.of(
                insights.insights(), backend.calls("/extra").get(0).header("traceparent"));
        Request request = own.request();
        assertThat(request.name()).isEqualTo("GET /test/{name}/three");
        assertThat(request.context().role()).isEqualTo("gateway");
        assertThat(request.context().parentId()).isEmpty();
        assertThat(request.context().userId()).isEmpty();
        assertThat(request.context().itemCount()).isEqualTo(1);
        assertThat(request.resultCode()).isEqualTo("200");
        assertThat(request.success()).isTrue();
        assertThat(request.url()).endsWith("/test/n-1/three");
        List<Dependency> calls = own.calls(3);
        assertThat(calls)
                .extracting(Dependency::name)
                .containsExactlyInAnyOrder("GET /first/{name}", "GET /second", "GET /extra");
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.type()).isEqualTo("Http");
            assertThat(call.target()).isEqualTo("test");
            assertThat(call.resultCode()).isEqualTo("200");
            assertThat(call.success()).isTrue();
            assertThat(call.context().parentId()).isEqualTo(request.id());
            assertThat(call.duration()).isLessThanOrEqualTo(request.duration());
        });
        assertThat(own.call(calls, "GET /second").data()).isEqualTo(backend.url() + "/second?name=n-1");
        assertThat(own.call(calls, "GET /extra").context().dimension("gateway.part"))
                .isEqualTo("extra");
    }

    @Test
    void both_attempts_of_a_hedge_are_calls_and_neither_has_failed() {
        AtomicInteger asked = new AtomicInteger();
        backend.on(
                "/it",
                (request, response) -> (asked.getAndIncrement() == 0 ? never() : json("2")).to(request, response));

        assertThat(gateway.get("/test/hedged", "traceparent", trace.header()).status())
                .isEqualTo(200);

        List<Dependency> calls = trace.calls(2);
        assertThat(calls).allSatisfy(call -> assertThat(call.success()).isTrue());
        assertThat(calls)
                .extracting(call -> call.context().dimension("gateway.hedge"))
                .containsExactlyInAnyOrder("true", "");
        assertThat(calls)
                .filteredOn(call -> call.context().dimension("gateway.hedge").isEmpty())
                .extracting(call -> call.context().dimension("gateway.outrun"))
                .containsExactly("true");
        assertThat(calls)
                .extracting(call -> call.context().parentId())
                .containsOnly(trace.request().id());
    }

    @Test
    void the_backend_continues_the_span_of_its_call() {
        gateway.get("/test/one", "traceparent", trace.header(), "tracestate", "vendor=1");

        TestBackend.Call call = backend.calls("/it").get(0);
        assertThat(call.header("traceparent"))
                .isEqualTo("00-" + trace.id() + "-" + trace.call().id() + "-01");
        assertThat(call.header("tracestate")).isEqualTo("vendor=1");
        assertThat(trace.request().context().parentId()).isEqualTo(trace.callerId());
        assertThat(trace.call().context().parentId()).isEqualTo(trace.request().id());
    }

    @Test
    void what_the_caller_does_not_record_is_not_recorded_and_keeps_its_trace() {
        RecordedTransaction silent = RecordedTransaction.beginWith(insights.insights(), 0);

        gateway.get("/test/one", "traceparent", silent.header());
        gateway.get("/test/one", "traceparent", trace.header());

        // Telemetry is sent in the order in which it came.
        trace.request();
        assertThat(silent.items()).isEmpty();
        assertThat(backend.calls("/it").get(0).header("traceparent"))
                .startsWith("00-" + silent.id() + "-")
                .doesNotContain(silent.callerId())
                .endsWith("-00");
    }

    @Test
    void a_part_that_is_left_out_is_a_failed_call_of_a_successful_request() {
        backend.on("/it", status(500));

        gateway.get("/test/optional", "traceparent", trace.header());

        assertThat(trace.request().success()).isTrue();
        List<Dependency> calls = trace.calls(2);
        assertThat(trace.call(calls, "GET /sure").success()).isTrue();
        Dependency failed = trace.call(calls, "GET /it");
        assertThat(failed.success()).isFalse();
        assertThat(failed.resultCode()).isEqualTo("500");
        assertThat(failed.context().dimension("problem.type")).isEqualTo("urn:drone-delivery:problem:backend-failed");
    }

    @Test
    void a_call_that_is_late_fails_the_request_with_its_problem() {
        backend.on("/it", never());

        Response response = gateway.get("/test/late", "traceparent", trace.header());

        assertThat(response.json().path("traceId").asString()).isEqualTo(trace.id());
        Request request = trace.request();
        assertThat(request.resultCode()).isEqualTo("504");
        assertThat(request.success()).isFalse();
        assertThat(request.context().dimension("problem.type")).endsWith(":backend-timeout");
        assertThat(trace.call().success()).isFalse();
        // The call may have begun late on a busy machine.
        Instant given = trace.call().context().timestamp().plus(trace.call().duration());
        assertThat(Duration.between(request.context().timestamp(), given))
                .isGreaterThanOrEqualTo(Duration.ofMillis(400));
        assertThat(trace.of(TelemetryItem.Failure.class)).singleElement().satisfies(failure -> {
            assertThat(failure.context().dimension("problem.type")).endsWith(":backend-timeout");
            assertThat(failure.context().parentId()).isEqualTo(request.id());
        });
    }

    @Test
    void what_an_open_circuit_refuses_is_recorded_as_failed() {
        backend.on("/it", status(500));
        for (int i = 0; i < 3; i++) {
            gateway.get("/test/frail");
        }

        assertThat(gateway.get("/test/frail", "traceparent", trace.header()).status())
                .isEqualTo(503);

        assertThat(trace.request().resultCode()).isEqualTo("503");
        assertThat(trace.request().context().dimension("problem.type")).endsWith(":backend-busy");

        RecordedTransaction without = RecordedTransaction.begin(insights.insights());
        assertThat(gateway.get("/test/spared", "traceparent", without.header()).status())
                .isEqualTo(200);

        assertThat(without.request().success()).isTrue();
        assertThat(without.call().success()).isFalse();
        assertThat(without.call().context().dimension("problem.type")).endsWith(":backend-busy");
        assertThat(backend.calls("/it")).hasSize(2);
    }

    @Test
    void calls_of_a_caller_that_has_left_are_recorded_as_cancelled() throws IOException {
        backend.on("/it", never());
        try (Socket leaving = gateway.connect()) {
            leaving.getOutputStream()
                    .write(("GET /test/one HTTP/1.1\r\nHost: localhost\r\ntraceparent: " + trace.header() + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
        }

        assertThat(trace.request().success()).isFalse();
        assertThat(trace.call().success()).isFalse();
    }

    @Test
    void a_not_found_that_stands_for_null_is_no_failure() {
        backend.on("/it", status(404));

        gateway.get("/test/nullable", "traceparent", trace.header());

        assertThat(trace.request().success()).isTrue();
        assertThat(trace.call().success()).isTrue();
        assertThat(trace.call().resultCode()).isEqualTo("404");
    }

    @Test
    void a_mistake_of_the_caller_is_not_recorded_as_an_exception() {
        gateway.get("/test/a%2Fb/three", "traceparent", trace.header());

        Request request = trace.request();
        assertThat(request.resultCode()).isEqualTo("400");
        assertThat(trace.of(Dependency.class)).isEmpty();
        assertThat(trace.of(TelemetryItem.Failure.class)).isEmpty();
        await().untilAsserted(() -> assertThat(trace.of(TelemetryItem.Trace.class))
                .anySatisfy(event ->
                        assertThat(event.context().dimension("problem.type")).endsWith(":invalid-request")));
    }

    @Test
    void the_header_that_the_settings_name_names_the_user() {
        gateway.get("/test/one", "traceparent", trace.header(), "X-Load-User", "o-17", "X-User", "o-18");

        assertThat(trace.request().context().userId()).isEqualTo("o-17");
        assertThat(backend.calls("/it").get(0).header("x-load-user")).isNull();
    }

    @Test
    void requests_that_share_a_call_say_so() {
        CompletableFuture<Void> bothAreThere = new CompletableFuture<>();
        backend.on(
                "/it",
                (request, response) -> Mono.fromFuture(bothAreThere)
                        .then(Mono.defer(() -> Mono.fromDirect(json("1").to(request, response)))));
        RecordedTransaction second = RecordedTransaction.begin(insights.insights());

        CompletableFuture<Response> first = gateway.getLater("/test/x/shared", "traceparent", trace.header());
        await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
        CompletableFuture<Response> other = gateway.getLater("/test/x/shared", "traceparent", second.header());
        await().until(() -> gateway.bean(PrometheusMeterRegistry.class)
                        .get("gateway.aggregation.coalesced")
                        .tag("aggregation", "shared")
                        .counter()
                        .count()
                == 1);
        bothAreThere.complete(null);

        assertThat(first.join().body()).isEqualTo(other.join().body());
        assertThat(trace.request().context().dimension("gateway.coalesced")).isEmpty();
        assertThat(trace.call().context().parentId()).isEqualTo(trace.request().id());
        assertThat(second.request().context().dimension("gateway.coalesced")).isEqualTo("true");
        assertThat(second.request().context().dimension("_MS.links")).contains(trace.id());
        assertThat(second.of(Dependency.class)).isEmpty();
    }

    @Test
    void a_forward_is_a_request_with_its_call() {
        backend.on("/things", TestBackend.problem(409, "There is one already."));

        gateway.post("/test/things", "{}", "traceparent", trace.header());

        assertThat(trace.request().name()).isEqualTo("POST /test/things");
        assertThat(trace.request().resultCode()).isEqualTo("409");
        assertThat(trace.call().name()).isEqualTo("POST /things");
        assertThat(trace.call().resultCode()).isEqualTo("409");
        assertThat(trace.call().success()).isFalse();
        assertThat(backend.calls("/things").get(0).header("traceparent"))
                .isEqualTo("00-" + trace.id() + "-" + trace.call().id() + "-01");
    }

    @Test
    void a_method_that_is_not_there_is_a_request_without_calls() {
        gateway.send("BREW", "/test/one", "traceparent", trace.header());

        assertThat(trace.request().name()).isEqualTo("HTTP /test/one");
        assertThat(trace.request().resultCode()).isEqualTo("405");
        assertThat(trace.of(Dependency.class)).isEmpty();
    }
}
