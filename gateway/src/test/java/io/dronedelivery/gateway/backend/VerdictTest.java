package io.dronedelivery.gateway.backend;

import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;

/** What counts against a backend, and what does not. A circuit of four calls opens when all of them count. */
@ExtendWith(NoBufferLeaks.class)
class VerdictTest {
    private static final int WINDOW = 4;

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "gateway.backends.test.circuit-breaker.enabled=true",
            "gateway.backends.test.circuit-breaker.failure-rate-threshold=100",
            "gateway.backends.test.circuit-breaker.minimum-number-of-calls=" + WINDOW,
            "gateway.backends.test.circuit-breaker.sliding-window-size=" + WINDOW,
            "gateway.backends.test.circuit-breaker.wait-duration-in-open-state=60s",
            "gateway.backends.test.circuit-breaker.caller-deadline-floor=300ms",
            "gateway.limits.adaptive=false",
            "gateway.limits.normal-share=100",
            "gateway.backends.test.bulkhead.max-concurrent-calls=16",
            "gateway.backends.test.queue.max=0",
            "gateway.aggregations.tokens.path=/test/tokens",
            "gateway.aggregations.tokens.parts.it.backend=test",
            "gateway.aggregations.tokens.parts.it.path=/it",
            "gateway.aggregations.tokens.parts.it.request-headers=Authorization",
            "gateway.aggregations.crowded.path=/test/crowded",
            "gateway.aggregations.crowded.parts.it.backend=test",
            "gateway.aggregations.crowded.parts.it.path=/it",
            "gateway.forwards.post.method=POST",
            "gateway.forwards.post.path=/test/post",
            "gateway.forwards.post.backend=test",
            "gateway.forwards.post.target=/it",
            "gateway.forwards.post-soon.method=POST",
            "gateway.forwards.post-soon.path=/test/post-soon",
            "gateway.forwards.post-soon.backend=test",
            "gateway.forwards.post-soon.target=/it",
            "gateway.forwards.post-soon.timeout=1s");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void reset() {
        circuit().breaker().reset();
        // The circuit notices its new state with a call.
        backend.on("/it", "1");
        gateway.get("/test/one");
        circuit().breaker().reset();
    }

    /** A call that ends later would count for the next test. */
    @AfterEach
    void no_call_is_left() {
        await().untilAsserted(() -> assertThat(backend.running()).isZero());
    }

    private static Circuit circuit() {
        return backendInGateway().circuit();
    }

    private static Backend backendInGateway() {
        return gateway.bean(Backends.class).find("test");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 410, 422})
    void a_refusal_is_passed_on_to_the_caller_and_opens_no_circuit(int status) {
        backend.on(
                "/it",
                with(
                        "Set-Cookie",
                        "s=1",
                        with("WWW-Authenticate", "Bearer realm=\"r\"", problem(status, "Not like this."))));

        for (int i = 0; i < 2 * WINDOW; i++) {
            Response response = gateway.get("/test/tokens", "Authorization", "Bearer bad");
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(response.json().path("status").asInt()).isEqualTo(status);
            assertThat(response.json().path("detail").asString()).isEqualTo("Not like this.");
            assertThat(response.json().path("part").asString()).isEqualTo("it");
            assertThat(response.header("WWW-Authenticate"))
                    .isEqualTo(status == 401 || status == 403 ? "Bearer realm=\"r\"" : null);
            assertThat(response.header("Set-Cookie")).isNull();
        }

        backend.on("/it", "1");
        assertThat(gateway.get("/test/tokens", "Authorization", "Bearer good").status())
                .isEqualTo(200);
    }

    @Test
    void a_refusal_without_a_type_of_its_own_has_the_title_of_its_status_line() {
        backend.on("/it", status(422)).on("/sure", "1");

        JsonNode refusal = gateway.get("/test/one").json();
        assertThat(refusal.path("type").asString()).isEqualTo("about:blank");
        assertThat(refusal.path("title").asString()).isEqualTo("Unprocessable Entity");
        assertThat(gateway.get("/test/optional").json().at("/unavailable/0").toString())
                .isEqualTo(
                        "{\"part\":\"it\",\"type\":\"about:blank\",\"title\":\"Unprocessable Entity\",\"status\":422}");
    }

    @Test
    void an_optional_part_that_the_caller_may_not_have_is_listed_with_its_status() {
        backend.on("/it", status(403)).on("/sure", "1");

        Response response = gateway.get("/test/optional");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().at("/unavailable/0").toString())
                .isEqualTo("{\"part\":\"it\",\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403}");
    }

    @ParameterizedTest
    @ValueSource(ints = {406, 415, 418, 426})
    void another_refusal_is_a_bad_gateway_but_opens_no_circuit(int status) {
        backend.on("/it", status(status));

        for (int i = 0; i < 2 * WINDOW; i++) {
            assertThat(gateway.get("/test/one").status()).isEqualTo(502);
        }

        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void a_backend_that_asks_to_retry_later_opens_no_circuit(int status) {
        backend.on("/it", with("Retry-After", "1", status(status)));

        for (int i = 0; i < WINDOW; i++) {
            assertThat(gateway.get("/test/one").status()).isEqualTo(503);
            assertThat(gateway.post("/test/post", "{}").status()).isEqualTo(status);
        }

        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void a_backend_that_hangs_opens_its_circuit_though_all_callers_bring_deadlines() {
        backend.on("/it", never());

        List<CompletableFuture<Response>> callers = new ArrayList<>();
        for (int i = 0; i < WINDOW; i++) {
            callers.add(gateway.getLater("/test/one", "X-Request-Timeout-Ms", "1400"));
        }
        callers.forEach(CompletableFuture::join);

        // On a busy machine an answer can miss its caller, who then is one that has left and says nothing.
        await().untilAsserted(() -> {
            if (circuit().breaker().getState() != State.OPEN) {
                gateway.get("/test/one", "X-Request-Timeout-Ms", "1400");
            }
            assertThat(circuit().breaker().getState()).isEqualTo(State.OPEN);
        });
    }

    @Test
    void short_deadlines_open_no_circuit_while_the_backend_answers_other_calls() {
        backend.on("/it", never())
                .on("/sure", "1")
                .on("/first/x", "1")
                .on("/second", "1")
                .on("/extra", "1");
        // Another call has to be answered while all of these run. Where a busy machine is too late for that, they get
        // more time.
        List<CompletableFuture<Response>> hurried = List.of();
        boolean answered = false;
        for (int millis = 1400; !answered; millis *= 2) {
            assertThat(millis).as("their time").isLessThan(60_000);
            reset();
            backend.on("/it", never());
            hurried = hurried(millis);
            answered = isAnotherAnsweredBeside(hurried);
            hurried.forEach(CompletableFuture::join);
            no_call_is_left();
        }

        assertThat(hurried)
                .allSatisfy(caller -> assertThat(caller.join().status()).isEqualTo(504));
        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }

    private static List<CompletableFuture<Response>> hurried(int millis) {
        return Stream.generate(() -> gateway.getLater("/test/one", "X-Request-Timeout-Ms", Integer.toString(millis)))
                .limit(2 * WINDOW)
                .toList();
    }

    /** Whether it was while all of them ran. */
    private static boolean isAnotherAnsweredBeside(List<CompletableFuture<Response>> hurried) {
        await().until(() ->
                backend.running() == hurried.size() || hurried.stream().anyMatch(CompletableFuture::isDone));
        return backend.running() == hurried.size()
                && gateway.get("/test/x/three").status() == 200
                && backendInGateway().limit().inFlight() == hurried.size();
    }

    @Test
    void callers_that_send_their_body_slowly_open_no_circuit() throws Exception {
        backend.on("/it", never());

        List<Socket> callers = new ArrayList<>();
        try {
            for (int i = 0; i < WINDOW; i++) {
                callers.add(postHalfOfABody());
            }
            // The forward's time begins when the gateway reads the head. Where one has run out of it already, the
            // others
            // are too few to open the circuit.
            await().pollInterval(Duration.ofMillis(10))
                    .until(() -> incomingBodies() == 2 * WINDOW || isOneAnswered(callers));
            // The bodies end 200 ms before that time does.
            Mono.delay(Duration.ofMillis(800)).block();
            for (Socket caller : callers) {
                if (!isAnswered(caller)) {
                    caller.getOutputStream().write('}');
                }
            }

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller.getInputStream().readAllBytes())
                            .asString(StandardCharsets.UTF_8)
                            .matches("(?s)HTTP/1.1 (504|408).*"));
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }

    private static Socket postHalfOfABody() throws IOException {
        Socket caller = gateway.connect();
        caller.getOutputStream()
                .write(
                        ("POST /test/post-soon HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{")
                                .getBytes(StandardCharsets.ISO_8859_1));
        return caller;
    }

    private static boolean isOneAnswered(List<Socket> callers) throws IOException {
        for (Socket caller : callers) {
            if (isAnswered(caller)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAnswered(Socket caller) throws IOException {
        return caller.getInputStream().available() > 0;
    }

    private static double incomingBodies() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.incoming.bodies")
                .gauge()
                .value();
    }

    @Test
    void overload_is_refused_at_once_and_opens_no_circuit() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it", behind(gate, json("1")));

        List<CompletableFuture<Response>> callers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            callers.add(gateway.getLater("/test/crowded"));
        }

        // The refused ones do not wait for those that were let in, which wait for the gate.
        await().untilAsserted(() ->
                assertThat(callers.stream().filter(CompletableFuture::isDone)).hasSize(44));
        // That the others are refused does not say that those let in have reached the backend.
        await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(16));
        gate.tryEmitEmpty();
        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.join().status()).isIn(200, 503));
        assertThat(callers.stream().map(CompletableFuture::join).filter(answer -> answer.status() == 503))
                .hasSize(44)
                .allSatisfy(refused -> assertThat(refused.header("Retry-After")).isIn("1", "2", "3"));
        assertThat(backend.mostRunning()).isEqualTo(16);
        assertThat(circuit().breaker().getState()).isEqualTo(State.CLOSED);
    }
}
