package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.after;
import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.bytes;
import static io.dronedelivery.gateway.testing.TestBackend.chunks;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Answer;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.JsonNode;

@ExtendWith(NoBufferLeaks.class)
class PartFailureTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating("gateway.backends.test.max-response-size=1000B");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void let_the_sure_part_succeed() {
        backend.on("/sure", "1");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                late("slow", never()),
                late("slow in the body", startsAndStops()),
                failure("its own backend is slow", status(504), 504, "backend-timeout", "ran out of time itself"),
                failure("500", status(500), 502, "backend-failed", "answered 500"),
                failure("503", status(503), 502, "backend-failed", "answered 503"),
                failure("418", status(418), 502, "backend-failed", "answered 418"),
                failure("redirect", redirect(), 502, "backend-failed", "answered 302"),
                failure("whitespace", json(" "), 502, "backend-failed", "ends before its JSON value does"),
                failure("not JSON", json("<html>"), 502, "backend-failed", "not exactly one JSON value, see byte 0"),
                failure(
                        "two JSON values",
                        json("{} {}"),
                        502,
                        "backend-failed",
                        "not exactly one JSON value, see byte 3"),
                failure("truncated JSON", json("{\"a\":[1,"), 502, "backend-failed", "ends before its JSON value does"),
                failure("not UTF-8", bytes(new byte[] {'"', (byte) 0xe4, '"'}), 502, "backend-failed", "see byte 2"),
                failure(
                        "deep nesting",
                        json("[".repeat(65) + "]".repeat(65)),
                        502,
                        "backend-failed",
                        "more than 64 levels"),
                failure(
                        "wrong content type",
                        body("text/html", "{}"),
                        502,
                        "backend-failed",
                        "the content type 'text/html'"),
                failure(
                        "compressed",
                        compressed(),
                        502,
                        "backend-failed",
                        "the content encoding 'gzip', which was not asked for"),
                failure(
                        "too large",
                        json("\"" + "x".repeat(999) + "\""),
                        502,
                        "backend-failed",
                        "more than 1000 bytes"),
                failure(
                        "too large in chunks",
                        chunks("\"" + "x".repeat(600), "x".repeat(600) + "\""),
                        502,
                        "backend-failed",
                        "more than 1000 bytes"),
                failure("closed without an answer", closing(), 502, "backend-failed", "closed the connection"),
                failure(
                        "reset in mid-body",
                        resetInBody(),
                        502,
                        "backend-failed",
                        "closed the connection before its answer was complete"),
                failure("429", status(429), 503, "backend-busy", "answered 429"),
                failure("not found", status(404), 404, "not-found", "does not know what is asked for"),
                failure("refused", status(400), 400, "invalid-request", "refused the request"));
    }

    private static Arguments failure(String name, Answer answer, int status, String problem, String reason) {
        return Arguments.of(name, "", answer, status, problem, reason);
    }

    /**
     * Of an aggregation with less time than the others, in which a busy machine may be late with an answer. Where it begins the call late,
     * too, the time that was left is told.
     */
    private static Arguments late(String name, Answer answer) {
        return Arguments.of(
                name, "-soon", answer, 504, "backend-timeout", "did not answer within (1500|1[0-4]\\d\\d|\\d{1,3}) ms");
    }

    private static Answer startsAndStops() {
        return (request, response) -> response.header("Content-Type", "application/json")
                .header("Content-Length", "100")
                .sendString(Flux.just("{\"a\":").concatWith(Flux.never()));
    }

    private static Answer redirect() {
        return (request, response) -> response.sendRedirect("/sure");
    }

    private static Answer compressed() {
        return (request, response) -> response.header("Content-Encoding", "gzip")
                .header("Content-Type", "application/json")
                .sendString(Mono.just("{}"));
    }

    private static Answer closing() {
        return (request, response) -> Mono.fromRunnable(
                () -> response.withConnection(connection -> connection.channel().close()));
    }

    private static Answer resetInBody() {
        return (request, response) -> response.header("Content-Type", "application/json")
                .header("Content-Length", "100")
                .send(
                        Mono.fromSupplier(() -> Unpooled.copiedBuffer("{\"a\":", StandardCharsets.US_ASCII))
                                .concatWith(Mono.delay(Duration.ofMillis(50))
                                        .then(Mono.fromRunnable(() -> reset(response)))),
                        chunk -> true);
    }

    private static void reset(HttpServerResponse response) {
        response.withConnection(connection -> {
            connection.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            connection.channel().close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void a_required_part_fails_the_call(
            String name, String soon, Answer answer, int status, String problem, String reason) {
        backend.on("/it", answer);

        Response response = gateway.get("/test/one" + soon);

        assertThat(response.status()).as(response.body()).isEqualTo(status);
        assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.problem()).isEqualTo(problem);
        JsonNode body = response.json();
        assertThat(body.path("detail").asString())
                .containsPattern(reason)
                .contains("Part 'it'")
                .contains("backend 'test'");
        assertThat(body.path("part").asString()).isEqualTo("it");
        assertThat(body.path("backend").asString()).isEqualTo("test");
        assertThat(body.path("traceId").asString()).hasSize(32);
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(response.header("Server-Timing")).startsWith("it;dur=");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void an_optional_part_is_listed_as_unavailable(
            String name, String soon, Answer answer, int status, String problem, String reason) {
        backend.on("/it", answer);

        Response response = gateway.get("/test/optional" + soon);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
        JsonNode body = response.json();
        assertThat(body.path("sure").asInt()).isEqualTo(1);
        assertThat(body.has("it")).isFalse();
        JsonNode missing = body.path("unavailable").path(0);
        assertThat(missing.path("part").asString()).isEqualTo("it");
        assertThat(missing.path("type").asString()).isEqualTo("urn:drone-delivery:problem:" + problem);
        assertThat(missing.path("title").asString()).isNotEmpty();
        assertThat(missing.path("status").asInt()).isEqualTo(status);
    }

    @Test
    void a_full_backend_s_wait_is_passed_on() {
        backend.on(
                "/it",
                (request, response) ->
                        response.status(429).header("Retry-After", "7").send());
        assertThat(gateway.get("/test/one").header("Retry-After")).isEqualTo("7");

        backend.on(
                "/it",
                (request, response) ->
                        response.status(503).header("Retry-After", "9").send());
        Response busy = gateway.get("/test/one");
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.problem()).isEqualTo("backend-busy");
        assertThat(busy.header("Retry-After")).isEqualTo("9");

        backend.on("/it", status(429));
        assertThat(gateway.get("/test/one").header("Retry-After")).isEqualTo("1");
    }

    @Test
    void the_backend_s_detail_of_a_refusal_reaches_the_caller() {
        backend.on("/it", problem(404, "There is no owner o-99."));
        assertThat(gateway.get("/test/one").json().path("detail").asString()).isEqualTo("There is no owner o-99.");

        backend.on("/it", problem(400, "month must be 1 to 12" + "!".repeat(500)));
        assertThat(gateway.get("/test/one").json().path("detail").asString())
                .startsWith("month must be 1 to 12!")
                .hasSizeLessThan(310);

        backend.on("/it", problem(500, "secret stack trace"));
        assertThat(gateway.get("/test/one").body()).doesNotContain("secret");
    }

    @Test
    void a_failed_required_part_cancels_the_others_at_once() {
        backend.on("/sure", status(500)).on("/it", never()).on("/brief", "1");

        Response response = gateway.get("/test/patient");

        assertThat(response.status()).isEqualTo(502);
        await().untilAsserted(() -> assertThat(backend.running()).isZero());
    }

    @Test
    void one_slow_optional_part_does_not_take_longer_than_its_time() {
        backend.on("/it", "1").on("/brief", never());

        Response response = gateway.get("/test/patient");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().at("/unavailable/0/part").asString()).isEqualTo("brief");
        assertThat(response.json().path("it").asInt()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(backend.running()).isZero());
    }

    @Test
    void the_connection_is_used_again_after_an_answer_that_was_not_accepted() {
        backend.on("/it", json("{"));
        gateway.get("/test/one");
        backend.on("/it", after(Duration.ZERO, json("{}")));

        assertThat(gateway.get("/test/one").body()).isEqualTo("{\"it\":{}}");
    }

    @Test
    void a_connection_that_was_closed_before_the_answer_is_replaced_once() {
        AtomicInteger asked = new AtomicInteger();
        backend.on(
                "/it",
                (request, response) -> (asked.getAndIncrement() == 0 ? closing() : json("1")).to(request, response));
        assertThat(gateway.get("/test/one").body()).isEqualTo("{\"it\":1}");
        assertThat(asked).hasValue(2);

        backend.on("/it", closing());
        assertThat(gateway.get("/test/one").status()).isEqualTo(502);
        assertThat(backend.calls("/it")).hasSize(4);
    }
}
