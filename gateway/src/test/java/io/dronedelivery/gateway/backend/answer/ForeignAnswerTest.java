package io.dronedelivery.gateway.backend.answer;

import static io.dronedelivery.gateway.testing.WireBackend.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No caller gets another caller's answer, whatever a backend sends. All calls share one connection, so that bytes which are left on it
 * meet the next call.
 */
@ExtendWith(NoBufferLeaks.class)
class ForeignAnswerTest {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private static WireBackend backend;
    private static TestGateway gateway;
    private String odd = "";

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.withReceiveBuffer(4096);
        gateway = TestGateway.start(
                "service-kit.max-request-body=16MB",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.aggregations.get.path=/get/{name}",
                "gateway.aggregations.get.parts.it.backend=wire",
                "gateway.aggregations.get.parts.it.path=/it/{name}",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post/{name}",
                "gateway.forwards.post.backend=wire",
                "gateway.forwards.post.target=/it/{name}",
                "gateway.forwards.post.max-request-body=16MB");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    @BeforeEach
    void take_a_path_of_its_own() {
        odd = "odd-" + NAMES.incrementAndGet();
    }

    @ParameterizedTest
    @CsvSource({
        "103 Early Hints, Link: </s.css>",
        "102 Processing, X-A: 1",
        "100 Continue, X-A: 1",
        "199 Unknown, Content-Length: 5"
    })
    void an_interim_answer_is_skipped(String status, String header) {
        String interim = "HTTP/1.1 " + status + "\r\n" + header + "\r\n\r\n";
        onOdd(wire -> wire.write(interim + interim + answer(wire.path())));
        expectOwnAnswer(getOdd());
        expectOwnAnswers();

        onOdd(wire -> wire.write(interim).write(interim).write(answer(wire.path())));
        expectOwnAnswer(getOdd());
        expectOwnAnswers();
        assertThat(gateway.post("/post/" + odd, "").body()).contains(odd);
        expectOwnAnswers();
    }

    @ParameterizedTest
    @CsvSource({"HTTP/2.0", "HTTP/0.9", "HTTP/3.1", "RTSP/1.0"})
    void an_answer_of_another_version_is_none(String version) {
        onOdd(wire -> wire.write(answer(wire.path()).replace("HTTP/1.1", version)));

        assertThat(getOdd().status()).isEqualTo(502);
        expectOwnAnswers();
        assertThat(gateway.post("/post/" + odd, "").status()).isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource({"other", "websocket"})
    void a_change_of_protocol_that_was_not_asked_for_ends_the_connection(String protocol) {
        onOdd(wire -> wire.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: " + protocol
                        + "\r\n\r\n{}")
                .drain());

        assertThat(getOdd().status()).isEqualTo(502);
        expectOwnAnswers();
        assertThat(gateway.post("/post/" + odd, "").status()).isEqualTo(502);
        expectOwnAnswers();
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1 200 OK||", "HTTP/1.1 204 No Content||", "xyz", "' '", "HTTP/1.1 200 OK|X-Begun:"})
    void bytes_after_an_answer_end_the_connection(String more) {
        onOdd(wire -> wire.write(answer(wire.path()) + more.replace("|", "\r\n")));

        expectOwnAnswer(getOdd());
        expectOwnAnswers();
    }

    @Test
    void a_body_behind_an_answer_that_has_none_ends_the_connection() {
        for (String status : List.of("204 No Content", "304 Not Modified")) {
            onOdd(wire -> wire.write("HTTP/1.1 " + status + "\r\nContent-Length: "
                    + answer("foreign").length() + "\r\n\r\n" + answer("foreign")));

            assertThat(gateway.post("/post/" + odd, "").body()).isEmpty();
            expectOwnAnswers();
        }
    }

    @Test
    void a_second_answer_does_not_reach_the_callers_who_wait_for_the_connection() {
        CountDownLatch waiting = new CountDownLatch(1);
        onOdd(wire -> {
            pass(waiting);
            wire.write(answer(wire.path()) + answer("foreign"));
        });

        CompletableFuture<Response> first = gateway.getLater("/get/" + odd);
        Awaitility.await().untilAsserted(() -> assertThat(pool("active")).isEqualTo(1));
        List<CompletableFuture<Response>> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(gateway.getLater("/get/other-" + i));
        }
        Awaitility.await().untilAsserted(() -> assertThat(pool("pending")).isEqualTo(5));
        waiting.countDown();

        expectOwnAnswer(first.join());
        for (int i = 0; i < 5; i++) {
            assertThat(others.get(i).join().body()).isEqualTo("{\"it\":\"/it/other-" + i + "\"}");
        }
    }

    @Test
    void bytes_on_a_connection_that_no_call_uses_end_it() throws IOException {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        onOdd(wire -> {
            wire.write(answer(wire.path()));
            pass(answered);
            wire.write(answer("foreign"));
            wire.drain();
            closed.countDown();
        });

        expectOwnAnswer(getOdd());
        answered.countDown();

        pass(closed);
        expectOwnAnswers();
    }

    @Test
    void a_connection_that_the_backend_wants_to_close_is_not_used_again() {
        onOdd(wire -> {
            String body = "\"" + wire.path() + "\"";
            wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body);
        });
        expectOwnAnswers();

        for (int i = 0; i < 3; i++) {
            int before = backend.connections();
            expectOwnAnswer(getOdd());
            expectOwnAnswers();
            assertThat(backend.connections()).isEqualTo(before + 1);
        }
    }

    @Test
    void an_answer_before_the_request_was_written_whole_ends_the_connection() {
        CountDownLatch answered = new CountDownLatch(1);
        onOdd(wire -> {
            wire.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
            pass(answered);
            wire.drain();
        });

        // More than the buffers of both sockets take.
        Response response = gateway.post("/post/" + odd, "x".repeat(12 << 20));

        assertThat(response.status()).isEqualTo(413);
        expectOwnAnswers();
        answered.countDown();
    }

    @Test
    void a_connection_is_kept_after_an_answer_that_came_byte_by_byte() {
        onOdd(wire -> {
            for (char c : answer(wire.path()).toCharArray()) {
                wire.write(String.valueOf(c));
            }
        });
        expectOwnAnswers();
        int before = backend.connections();

        expectOwnAnswer(getOdd());
        expectOwnAnswers();

        assertThat(backend.connections()).isEqualTo(before);
    }

    private void onOdd(WireBackend.Script script) {
        backend.on("/it/" + odd, script);
    }

    private Response getOdd() {
        return gateway.get("/get/" + odd);
    }

    private void expectOwnAnswer(Response response) {
        assertThat(response.body()).isEqualTo("{\"it\":\"/it/" + odd + "\"}");
    }

    private static void expectOwnAnswers() {
        for (int i = 0; i < 4; i++) {
            String name = "good-" + NAMES.incrementAndGet();
            assertThat(gateway.get("/get/" + name).body()).isEqualTo("{\"it\":\"/it/" + name + "\"}");
        }
    }

    private static double pool(String figure) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.backend.pool." + figure)
                .tag("backend", "wire")
                .gauge()
                .value();
    }

    private static void pass(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IOException("waited in vain");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
