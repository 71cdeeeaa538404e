package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.stream;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.StreamCaller;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Answers that are passed on while they come. */
@ExtendWith(NoBufferLeaks.class)
class StreamTest {

    private static final String END_OF_CHUNKS = "0\r\n\r\n";

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding(
            "gateway.backends.test.pool.max-connections=1",
            "gateway.backends.test.pool.pending-acquire-max=0",
            "gateway.backends.test.bulkhead.max-concurrent-calls=1");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    private final Sinks.Many<String> events = Sinks.many().unicast().onBackpressureBuffer();

    /** The end of an earlier test's stream is counted a moment after its place is free. */
    @BeforeEach
    void no_stream_is_left() {
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    private static StreamCaller ask(String path) throws IOException {
        return new StreamCaller(gateway.ask(path));
    }

    private static double open(String forward) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.forward.streams")
                .tags("forward", forward)
                .gauge()
                .value();
    }

    private static long ended(String forward, String how) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.forward.stream")
                .tags("forward", forward, "end", how)
                .timer()
                .count();
    }

    private static long requests(String uri) {
        return gateway
                .bean(MeterRegistry.class)
                .find("http.server.requests")
                .tags("uri", uri, "status", "200")
                .timers()
                .stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    @Test
    void the_head_and_each_piece_arrive_when_the_backend_sends_them() throws IOException {
        backend.on("/stream", stream(events.asFlux()));
        long requests = requests("/test/streams");

        try (StreamCaller caller = ask("/test/streams")) {
            caller.await("\r\n\r\n");
            assertThat(caller.received()).startsWith("HTTP/1.1 200 ").contains("text/event-stream");
            for (String event : new String[] {"data: one\n\n", "data: two\n\n", "data: three\n\n"}) {
                events.tryEmitNext(event);
                caller.await(event);
            }
            assertThat(requests("/test/streams"))
                    .as("a request is timed until its answer begins")
                    .isEqualTo(requests + 1);
            assertThat(open("follow")).isOne();
            long ended = ended("follow", "backend");
            events.tryEmitComplete();
            caller.await(END_OF_CHUNKS);
            await().untilAsserted(() -> assertThat(ended("follow", "backend")).isGreaterThan(ended));
        }
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void a_stream_that_an_ending_backend_has_not_read_is_asked_for_again() {
        AtomicInteger asked = new AtomicInteger();
        backend.on(
                "/stream",
                (request, response) -> asked.getAndIncrement() == 0
                        ? status(408).to(request, response.keepAlive(false))
                        : stream(Flux.just("data: one\n\n")).to(request, response));

        assertThat(gateway.get("/test/streams").body()).isEqualTo("data: one\n\n");
        assertThat(asked).hasValue(2);
    }

    @Test
    void the_place_in_the_stream_is_passed_on_if_the_settings_say_so() {
        backend.on("/stream", stream(Flux.just("data: one\n\n")));

        Response response = gateway.get("/test/streams", "Last-Event-ID", "17");

        assertThat(response.body()).isEqualTo("data: one\n\n");
        assertThat(backend.calls().get(0).header("last-event-id")).isEqualTo("17");
    }

    @Test
    void a_caller_that_leaves_ends_the_call() throws IOException {
        backend.on("/stream", stream(events.asFlux()));
        long left = ended("follow", "caller");

        try (StreamCaller caller = ask("/test/streams")) {
            events.tryEmitNext("data: one\n\n");
            caller.await("data: one");
        }

        await().untilAsserted(() -> assertThat(backend.running()).isZero());
        await().untilAsserted(() -> assertThat(ended("follow", "caller")).isGreaterThan(left));
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void a_caller_that_leaves_before_the_beginning_ends_the_call() throws IOException {
        backend.on("/stream", never());

        try (StreamCaller caller = ask("/test/streams")) {
            await().untilAsserted(() -> assertThat(backend.running()).isOne());
            assertThat(caller.received()).isEmpty();
        }

        await().untilAsserted(() -> assertThat(backend.running()).isZero());
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void a_backend_that_sends_nothing_for_too_long_is_a_break() throws IOException {
        backend.on("/stream", stream(events.asFlux()));
        events.tryEmitNext("data: one\n\n");

        try (StreamCaller caller = ask("/test/impatient")) {
            assertThat(caller.awaitEnd()).startsWith("HTTP/1.1 200 ").doesNotEndWith(END_OF_CHUNKS);
        }

        await().untilAsserted(() -> assertThat(backend.running()).isZero());
        await().untilAsserted(
                        () -> assertThat(ended("follow-impatiently", "idle")).isOne());
    }

    @Test
    void a_stream_that_has_gone_on_for_long_enough_ends_in_order() throws IOException {
        backend.on("/stream", stream(events.asFlux()));
        events.tryEmitNext("data: one\n\n");

        try (StreamCaller caller = ask("/test/brief")) {
            caller.await(END_OF_CHUNKS);
        }

        await().untilAsserted(() -> assertThat(backend.running()).isZero());
        await().untilAsserted(
                        () -> assertThat(ended("follow-briefly", "longest")).isOne());
    }

    @Test
    void a_stream_too_many_is_refused_and_there_is_room_when_another_has_ended() throws IOException {
        backend.on("/stream", stream(Flux.just("data: one\n\n").concatWith(Flux.never())));

        try (StreamCaller caller = ask("/test/streams/1")) {
            caller.await("data: one");
            Response refused = gateway.get("/test/streams/2");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.problem()).isEqualTo("backend-busy");
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(refused.json().path("detail").asString())
                    .isEqualTo("Backend 'test' has 1 streams open, as many as may be.");
            assertThat(backend.calls()).hasSize(1);
        }
        await().untilAsserted(() -> assertThat(open("follow-one")).isZero());
        backend.on("/stream", stream(Flux.just("data: two\n\n")));
        assertThat(gateway.get("/test/streams/3").body()).isEqualTo("data: two\n\n");
    }

    /** The backend has one place in its bulkhead, and one connection. */
    @Test
    void streams_take_no_place_of_other_calls() throws IOException {
        backend.on("/stream", stream(Flux.just("data: one\n\n").concatWith(Flux.never())))
                .on("/things", "[]");

        try (StreamCaller first = ask("/test/streams");
                StreamCaller second = ask("/test/streams")) {
            first.await("data: one");
            second.await("data: one");

            assertThat(gateway.get("/test/things").body()).isEqualTo("[]");
        }
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void an_answer_that_is_no_success_is_passed_on_as_that_of_other_forwards() {
        backend.on("/stream", with("Retry-After", "7", problem(404, "There is no such thing.")));
        Response unknown = gateway.get("/test/streams");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.header("Retry-After")).isEqualTo("7");
        assertThat(unknown.json().path("detail").asString()).isEqualTo("There is no such thing.");

        backend.on(
                "/stream",
                (request, response) -> response.status(500)
                        .header(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                        .sendString(Mono.just("at the.inside")));
        Response failed = gateway.get("/test/streams");
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.body()).doesNotContain("inside");
        assertThat(failed.problem()).isEqualTo("backend-failed");

        backend.on("/stream", status(204));
        assertThat(gateway.get("/test/streams").status()).isEqualTo(204);
    }

    @Test
    void an_error_that_is_larger_than_an_answer_may_be_is_a_failure() {
        backend.on(
                "/stream",
                (request, response) -> response.status(400)
                        .header(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                        .sendString(Flux.just("x".repeat(40_000), "y".repeat(40_000))));

        assertThat(gateway.get("/test/streams").problem()).isEqualTo("backend-failed");
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void a_backend_that_does_not_begin_in_time_is_a_504() {
        backend.on("/stream", never());

        Response late = gateway.get("/test/soon");

        assertThat(late.status()).isEqualTo(504);
        assertThat(late.problem()).isEqualTo("backend-timeout");
        await().untilAsserted(() -> assertThat(backend.running()).isZero());
    }

    @Test
    void time_limits_are_for_the_beginning_alone() {
        Response response = goesOnBeyond(500);
        // A busy machine may need more for the beginning.
        for (int millis = 1000; response.status() == 504 && millis < 60_000; millis *= 2) {
            response = goesOnBeyond(millis);
        }

        assertThat(response.body()).isEqualTo("data: one\n\ndata: two\n\n");
    }

    /** The answer to a caller who gives it less time than the stream takes. */
    private static Response goesOnBeyond(int millis) {
        Mono<String> later = Mono.just("data: two\n\n").delaySubscription(Duration.ofMillis(millis + 200));
        backend.on("/stream", stream(Flux.just("data: one\n\n").concatWith(later)));
        return gateway.get("/test/streams", "X-Request-Timeout-Ms", Integer.toString(millis));
    }

    @Test
    void a_head_is_answered_without_a_body_and_leaves_no_stream() {
        backend.on("/stream", stream(Flux.just("data: one\n\n").concatWith(Flux.never())));

        Response response = gateway.send("HEAD", "/test/streams");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(response.header("Content-Length")).isNull();
        await().untilAsserted(() -> assertThat(backend.running()).isZero());
        await().untilAsserted(() -> assertThat(open("follow")).isZero());
    }

    @Test
    void a_forward_that_is_not_streamed_is_collected() {
        backend.on("/things", body("text/event-stream", "data: one\n\n"));

        Response whole = gateway.get("/test/things");

        assertThat(whole.header("Content-Length")).isEqualTo("11");
    }
}
