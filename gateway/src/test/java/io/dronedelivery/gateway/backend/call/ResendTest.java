package io.dronedelivery.gateway.backend.call;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.gateway.testing.WireBackend.Wire;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that was idle for long may be gone, by an orderly end or by a reset, when a call is written on it. */
@ExtendWith(NoBufferLeaks.class)
class ResendTest {

    private static final String NOT_READ =
            "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.backends.wire.resend.burst=1000",
                "gateway.aggregations.get.path=/get/{name}",
                "gateway.aggregations.get.parts.it.backend=wire",
                "gateway.aggregations.get.parts.it.path=/it/{name}",
                "gateway.aggregations.off.path=/unrepeated/{name}",
                "gateway.aggregations.off.parts.it.backend=wire",
                "gateway.aggregations.off.parts.it.path=/it/{name}",
                "gateway.aggregations.off.parts.it.retry=off",
                "gateway.forwards.off.method=PUT",
                "gateway.forwards.off.path=/unrepeated-put/{name}",
                "gateway.forwards.off.backend=wire",
                "gateway.forwards.off.target=/it/{name}",
                "gateway.forwards.off.retry=false",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post/{name}",
                "gateway.forwards.post.backend=wire",
                "gateway.forwards.post.target=/it/{name}",
                "gateway.forwards.post.request-headers=Idempotency-Key",
                "gateway.forwards.post.idempotency-header=idempotency-key",
                "gateway.forwards.follow.method=GET",
                "gateway.forwards.follow.path=/follow/{name}",
                "gateway.forwards.follow.backend=wire",
                "gateway.forwards.follow.target=/it/{name}",
                "gateway.forwards.follow.answer=stream");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    /** The first request on the path finds its connection gone. */
    private static AtomicInteger goneAtFirst(String path, boolean reset) {
        AtomicInteger asked = new AtomicInteger();
        backend.on(path, wire -> {
            if (asked.getAndIncrement() > 0) {
                wire.write(answer(wire.path()));
            } else if (reset) {
                wire.reset();
            } else {
                wire.close();
            }
        });
        return asked;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_get_is_sent_again(boolean reset) {
        gateway.get("/get/before");
        AtomicInteger asked = goneAtFirst("/it/again-" + reset, reset);

        assertThat(gateway.get("/get/again-" + reset).body()).isEqualTo("{\"it\":\"/it/again-" + reset + "\"}");
        assertThat(asked).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_stream_that_has_not_begun_is_asked_for_again(boolean reset) {
        AtomicInteger asked = goneAtFirst("/it/stream-" + reset, reset);

        assertThat(gateway.get("/follow/stream-" + reset).body()).contains("/it/stream-" + reset);
        assertThat(asked).hasValue(2);
    }

    @Test
    void a_stream_that_never_begins_is_asked_for_twice_at_most() {
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/gone", wire -> {
            asked.getAndIncrement();
            wire.close();
        });

        assertThat(gateway.get("/follow/gone").status()).isEqualTo(502);
        assertThat(asked).hasValue(2);
    }

    @Test
    void a_stream_whose_head_has_come_is_not_asked_for_again() {
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/broken", wire -> {
            asked.getAndIncrement();
            wire.write(
                    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
            wire.close();
        });

        assertThat(gateway.get("/follow/broken").status()).isEqualTo(502);
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_post_is_not_sent_again(boolean reset) {
        gateway.get("/get/before");
        AtomicInteger asked = goneAtFirst("/it/once-" + reset, reset);

        assertThat(gateway.post("/post/once-" + reset, "").status()).isEqualTo(502);
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_post_that_its_backend_would_know_again_is_sent_again(boolean reset) {
        gateway.get("/get/before");
        AtomicInteger asked = goneAtFirst("/it/keyed-" + reset, reset);

        Response response = gateway.post("/post/keyed-" + reset, "{}", "Idempotency-Key", "k-1");

        assertThat(response.body()).contains("/it/keyed-" + reset);
        assertThat(asked).hasValue(2);
    }

    /** Many a backend takes an empty key for none. */
    @Test
    void a_post_with_an_empty_key_is_not_sent_again() {
        AtomicInteger asked = goneAtFirst("/it/blank", true);

        assertThat(gateway.post("/post/blank", "{}", "Idempotency-Key", "").status())
                .isEqualTo(502);
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void what_a_backend_that_is_about_to_end_has_not_read_is_sent_again(String method) {
        String path = "unread-" + method;
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/" + path, wire -> wire.write(asked.getAndIncrement() == 0 ? NOT_READ : answer(wire.path())));

        Response response = method.equals("GET") ? gateway.get("/get/" + path) : gateway.post("/post/" + path, "{}");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).contains("/it/" + path);
        assertThat(asked).hasValue(2);
    }

    @Test
    void what_is_never_read_is_sent_twice_at_most() {
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/never", wire -> {
            asked.getAndIncrement();
            wire.write(NOT_READ);
        });

        Response response = gateway.post("/post/never", "{}");

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.body()).contains("Backend 'wire' ended and had not read the request.");
        assertThat(asked).hasValue(2);
    }

    /** The first request on the path gets that answer. */
    private static AtomicInteger answeredAtFirst(String path, String head) {
        AtomicInteger asked = new AtomicInteger();
        backend.on(
                path,
                wire -> wire.write(
                        asked.getAndIncrement() == 0
                                ? "HTTP/1.1 " + head + "\r\nContent-Length: 0\r\n\r\n"
                                : answer(wire.path())));
        return asked;
    }

    @ParameterizedTest
    @ValueSource(strings = {"502 Bad Gateway", "503 Service Unavailable", "503 Unavailable\r\nRetry-After: soon"})
    void what_says_that_an_instance_cannot_work_is_sent_again(String head) {
        AtomicInteger asked = answeredAtFirst("/it/down", head);

        Response response = gateway.get("/get/down");
        assertThat(response.body()).contains("/it/down");
        assertThat(response.header("Server-Timing")).contains("it;dur=").contains(";again=retry");
        assertThat(asked).hasValue(2);

        AtomicInteger keyed = answeredAtFirst("/it/down-keyed", head);
        assertThat(gateway.post("/post/down-keyed", "{}", "Idempotency-Key", "k-1")
                        .status())
                .isEqualTo(200);
        assertThat(keyed).hasValue(2);

        AtomicInteger stream = answeredAtFirst("/it/down-stream", head);
        assertThat(gateway.get("/follow/down-stream").status()).isEqualTo(200);
        assertThat(stream).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"500 Error", "504 Gateway Timeout", "501 No", "429 Many", "503 Busy\r\nRetry-After: 1", "404 No"
            })
    void other_answers_are_not_asked_for_again(String head) {
        AtomicInteger asked = answeredAtFirst("/it/final", head);

        assertThat(gateway.get("/get/final").status()).isNotEqualTo(200);
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/post/", "/unrepeated/", "/unrepeated-put/"})
    void what_may_not_be_repeated_gets_the_first_answer(String where) {
        String name = where.substring(1, where.length() - 1);
        AtomicInteger asked = answeredAtFirst("/it/" + name, "502 Bad Gateway");

        Response response = where.startsWith("/unrepeated/")
                ? gateway.get(where + name)
                : gateway.sendBody(where.startsWith("/post") ? "POST" : "PUT", where + name, "{}");

        assertThat(response.status()).isEqualTo(502);
        assertThat(asked).hasValue(1);
    }

    @Test
    void retry_off_holds_for_a_connection_that_ends_and_not_for_what_was_not_read() {
        AtomicInteger gone = goneAtFirst("/it/off", true);
        assertThat(gateway.get("/unrepeated/off").status()).isEqualTo(502);
        assertThat(gone).hasValue(1);

        AtomicInteger unread = new AtomicInteger();
        backend.on("/it/unread", wire -> wire.write(unread.getAndIncrement() == 0 ? NOT_READ : answer(wire.path())));
        assertThat(gateway.get("/unrepeated/unread").status()).isEqualTo(200);
        assertThat(unread).hasValue(2);
    }

    /** A quarter of the time is not left. A slow machine may need all of it; the call is sent once then as well. */
    @Test
    void without_time_for_another_attempt_there_is_none() {
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/late", wire -> {
            asked.getAndIncrement();
            LockSupport.parkNanos(Duration.ofMillis(900).toNanos());
            wire.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        });

        assertThat(gateway.get("/get/late", "X-Request-Timeout-Ms", "1000").status())
                .isIn(502, 504);
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_request_that_was_read_too_slowly_is_not_sent_again() {
        AtomicInteger asked = new AtomicInteger();
        backend.on("/it/kept", wire -> {
            asked.getAndIncrement();
            wire.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
        });

        assertThat(gateway.post("/post/kept", "{}").status()).isEqualTo(408);
        assertThat(asked).hasValue(1);
    }

    @Test
    void the_orderly_end_of_an_idle_connection_is_no_offence() throws IOException {
        double before = spoilt();
        AtomicReference<Wire> idle = new AtomicReference<>();
        backend.on("/it/idle", wire -> {
            idle.set(wire);
            wire.write(answer(wire.path())).drain();
        });
        assertThat(gateway.get("/get/idle").status()).isEqualTo(200);
        int connections = backend.connections();

        idle.get().write(NOT_READ);

        // Only a new connection has somebody who answers.
        assertThat(gateway.post("/post/after", "").body()).contains("/it/after");
        assertThat(backend.connections()).isEqualTo(connections + 1);
        assertThat(spoilt()).isEqualTo(before);
    }

    private static double spoilt() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.pool.spoilt")
                .tag("backend", "wire")
                .functionCounter()
                .count();
    }

    @Test
    void a_reset_within_an_answer_is_a_failure() {
        backend.on("/it/half", wire -> {
            wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
            wire.reset();
        });

        assertThat(gateway.get("/get/half").status()).isEqualTo(502);
    }
}
