package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@ExtendWith(NoBufferLeaks.class)
class LimitsTest {

    @Test
    void a_full_pool_says_which_and_how_full() throws IOException {
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.pool.max-connections=1",
                        "gateway.backends.test.pool.pending-acquire-max=1",
                        "gateway.backends.test.pool.pending-acquire-timeout=1m");
                Socket holder = gateway.ask("/test/one")) {
            await().untilAsserted(() -> assertThat(backend.calls("/it")).hasSize(1));
            try (Socket waiting = gateway.ask("/test/one")) {
                await().untilAsserted(() -> assertThat(gauge(gateway, "gateway.backend.pool.pending"))
                        .isEqualTo(1));

                Response response = gateway.get("/test/one");

                assertThat(response.status()).isEqualTo(503);
                assertThat(response.problem()).isEqualTo("backend-busy");
                assertThat(response.header("Retry-After")).isEqualTo("1");
                JsonNode body = response.json();
                assertThat(body.path("detail").asString())
                        .isEqualTo(
                                "Part 'it' is not there: backend 'test' has no free connection (as many calls as allowed wait for one"
                                        + " already): pool 'test' has 1 of 1 connections in use and 1 of 1 calls waiting.");
                assertThat(body.at("/pool/name").asString()).isEqualTo("test");
                assertThat(body.at("/pool/maxConnections").asInt()).isEqualTo(1);
                assertThat(body.at("/pool/pending").asInt()).isEqualTo(1);
                assertThat(gauge(gateway, "gateway.backend.pool.active")).isEqualTo(1);
                assertThat(gauge(gateway, "gateway.backend.pool.max")).isEqualTo(1);
            }
        }
    }

    @Test
    void a_call_that_waits_too_long_for_a_connection_says_so() throws IOException {
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.pool.max-connections=1",
                        "gateway.backends.test.pool.pending-acquire-timeout=100ms");
                Socket holder = gateway.ask("/test/one")) {
            await().untilAsserted(() -> assertThat(backend.calls("/it")).hasSize(1));

            assertThat(gateway.get("/test/one").json().path("detail").asString())
                    .contains("(waited 100 ms)");
        }
    }

    @Test
    void a_call_whose_time_is_over_while_it_waits_for_a_connection_says_so() throws IOException {
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.pool.max-connections=1",
                        "gateway.backends.test.pool.pending-acquire-timeout=10s",
                        "gateway.aggregations.quick.path=/test/quick",
                        "gateway.aggregations.quick.parts.it.backend=test",
                        "gateway.aggregations.quick.parts.it.path=/it",
                        "gateway.aggregations.quick.parts.it.timeout=200ms");
                Socket holder = gateway.ask("/test/one")) {
            await().untilAsserted(() -> assertThat(backend.calls("/it")).hasSize(1));

            Response response = gateway.get("/test/quick");

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.json().path("detail").asString()).contains("waited until the call's time was over");
        }
    }

    @Test
    void a_full_bulkhead_is_busy_at_once() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.bulkhead.max-concurrent-calls=2",
                        "gateway.backends.test.queue.max=0")) {
            backend.on("/it", never());
            try (Socket one = gateway.ask("/test/one");
                    Socket two = gateway.ask("/test/one")) {
                await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(2));

                Response response = gateway.get("/test/one");

                assertThat(response.status()).isEqualTo(503);
                assertThat(response.json().path("detail").asString())
                        .contains("has 2 calls running, as many as calls of the priority normal may join now");
                assertThat(response.header("Retry-After")).isIn("1", "2", "3");
                MeterRegistry meters = gateway.bean(MeterRegistry.class);
                assertThat(meters.get("gateway.limit.in.flight")
                                .tag("place", "test")
                                .gauge()
                                .value())
                        .isEqualTo(2);
                assertThat(refused(gateway)).isEqualTo(1);
            }
            await().untilAsserted(() -> assertThat(backend.running()).isZero());
            backend.on("/it", "1");
            await().untilAsserted(
                            () -> assertThat(gateway.get("/test/one").status()).isEqualTo(200));
        }
    }

    @Test
    void a_refusal_of_a_storm_waits_for_its_turn_and_has_no_place_meanwhile() throws IOException {
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.bulkhead.max-concurrent-calls=1",
                        "gateway.backends.test.queue.max=0",
                        "gateway.limits.max-concurrent-requests=2",
                        "gateway.limits.prompt-refusals=1");
                Socket holder = gateway.ask("/test/one")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
            long begin = System.nanoTime();
            assertThat(gateway.get("/test/one").problem()).isEqualTo("backend-busy");

            try (Socket waiting = gateway.ask("/test/one")) {
                await().until(() -> refused(gateway) == 2);

                assertThat(gateway.get("/test/one").problem()).isEqualTo("backend-busy");
            }

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
        }
    }

    /** A storm of requests that cannot be answered must not cost the other backends anything. */
    @Test
    void where_a_required_part_has_no_room_nothing_of_the_request_is_looked_at() throws IOException {
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestBackend other = TestBackend.start().on("/more", "2");
                TestGateway gateway = inFrontOf(
                        backend,
                        "gateway.backends.test.bulkhead.max-concurrent-calls=1",
                        "gateway.backends.test.queue.max=0",
                        "gateway.backends.other.base-url=" + other.url(),
                        "gateway.aggregations.both.path=/both/{number}",
                        "gateway.aggregations.both.variables.number.min=1",
                        "gateway.aggregations.both.variables.number.type=integer",
                        "gateway.aggregations.both.parts.more.backend=other",
                        "gateway.aggregations.both.parts.more.path=/more",
                        "gateway.aggregations.both.parts.more.required=false",
                        "gateway.aggregations.both.parts.it.backend=test",
                        "gateway.aggregations.both.parts.it.path=/it");
                Socket holder = gateway.ask("/test/one")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));

            Response response = gateway.get("/both/none");

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.problem()).isEqualTo("backend-busy");
            assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
            assertThat(response.json().path("part").asString()).isEqualTo("it");
            assertThat(gateway.get("/both/1").status()).isEqualTo(503);
            assertThat(other.calls()).isEmpty();
            MeterRegistry meters = gateway.bean(MeterRegistry.class);
            assertThat(refused(gateway)).isEqualTo(2);
            assertThat(meters.get("gateway.part")
                            .tags("part", "it", "outcome", "backend-busy", "aggregation", "both")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(meters.get("http.server.requests")
                            .tags("uri", "/both/{number}", "status", "503")
                            .timer()
                            .count())
                    .isEqualTo(2);
        }
    }

    @Test
    void an_open_circuit_spares_the_backend_and_closes_again() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startInFrontOf(
                        backend,
                        "gateway.backends.test.circuit-breaker.enabled=true",
                        "gateway.backends.test.circuit-breaker.minimum-number-of-calls=4",
                        "gateway.backends.test.circuit-breaker.sliding-window-size=4",
                        "gateway.backends.test.circuit-breaker.permitted-number-of-calls-in-half-open-state=1",
                        "gateway.backends.test.circuit-breaker.wait-duration-in-open-state=2500ms")) {
            backend.on("/it", status(404));
            for (int i = 0; i < 8; i++) {
                assertThat(gateway.get("/test/one").status())
                        .as("what is not found is no failure")
                        .isEqualTo(404);
            }
            backend.on("/it", status(500));
            for (int i = 0; i < 4; i++) {
                gateway.get("/test/one");
            }
            // Where a busy machine takes so long that a call may test the backend, that one fails, and the circuit is
            // open again.
            await().untilAsserted(() -> {
                int calls = backend.calls().size();
                Response response = gateway.get("/test/one");

                assertThat(response.status()).isEqualTo(503);
                assertThat(response.problem()).isEqualTo("backend-busy");
                assertThat(response.json().path("detail").asString()).contains("its circuit breaker is open");
                assertThat(response.header("Retry-After")).isIn("1", "2", "3");
                assertThat(backend.calls()).hasSize(calls);
            });
            Response health = gateway.get("/actuator/health");
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.json()
                            .at("/components/backends/components/test/status")
                            .asString())
                    .isEqualTo("CIRCUIT_OPEN");
            assertThat(gateway.get("/actuator/health/readiness")
                            .json()
                            .path("status")
                            .asString())
                    .isEqualTo("UP");

            backend.on("/it", "1");
            await().untilAsserted(
                            () -> assertThat(gateway.get("/test/one").status()).isEqualTo(200));
            assertThat(gateway.bean(MeterRegistry.class)
                            .get("resilience4j.circuitbreaker.state")
                            .tags("name", "test", "state", "closed")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_short_deadline_of_a_caller_does_not_open_the_circuit() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startInFrontOf(
                        backend,
                        "gateway.backends.test.circuit-breaker.enabled=true",
                        "gateway.backends.test.circuit-breaker.minimum-number-of-calls=2",
                        "gateway.backends.test.circuit-breaker.sliding-window-size=2")) {
            backend.on("/it", never());
            for (int i = 0; i < 4; i++) {
                assertThat(gateway.get("/test/one", "X-Request-Timeout-Ms", "100")
                                .status())
                        .isEqualTo(504);
            }

            backend.on("/it", "1");
            assertThat(gateway.get("/test/one").status()).isEqualTo(200);
        }
    }

    /** With an aggregation that holds its call for longer than the test takes, also where a busy machine makes it long. */
    private static TestGateway inFrontOf(TestBackend backend, String... settings) {
        return TestGateway.startInFrontOf(
                backend,
                Stream.concat(
                                Stream.of(
                                        "gateway.aggregations.one.deadline=60s",
                                        "gateway.aggregations.one.parts.it.timeout=60s"),
                                Stream.of(settings))
                        .toArray(String[]::new));
    }

    private static double refused(TestGateway gateway) {
        return gateway
                .bean(MeterRegistry.class)
                .get("gateway.limit.refused")
                .tags("place", "test", "priority", "normal")
                .functionCounters()
                .stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    private static double gauge(TestGateway gateway, String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .tag("backend", "test")
                .gauge()
                .value();
    }
}
