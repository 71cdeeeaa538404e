package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.problem;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.RawBackend;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the caller of a forward is told when the backend does not answer. */
@ExtendWith(NoBufferLeaks.class)
class ForwardFailureTest {

    @Test
    void a_backend_that_is_not_there_is_a_bad_gateway() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (TestGateway gateway = TestGateway.startForwardingTo("http://127.0.0.1:" + port)) {
            Response response = gateway.post("/test/things", "{}");

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.problem()).isEqualTo("backend-failed");
            assertThat(response.json().path("backend").asText()).isEqualTo("test");
            assertThat(response.json().path("detail").asText())
                    .isEqualTo("Backend 'test' cannot be reached, it refuses connections.");
        }
    }

    @Test
    void what_must_not_happen_twice_is_sent_once() {
        try (RawBackend closing = RawBackend.closing("");
                TestGateway gateway = TestGateway.startForwardingTo(closing.url())) {
            assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(502);
            assertThat(closing.requests()).isEqualTo(1);

            assertThat(gateway.sendBody("PUT", "/test/things/t-1", "{}").status())
                    .isEqualTo(502);
            assertThat(closing.requests())
                    .as("a PUT may be sent again when the connection ends without an answer")
                    .isEqualTo(3);
        }
    }

    @Test
    void half_an_answer_is_none() {
        try (RawBackend cut = RawBackend.closing("HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\n{\"a\"");
                TestGateway gateway = TestGateway.startForwardingTo(cut.url())) {
            Response response = gateway.post("/test/things", "{}");

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.json().path("detail").asText()).contains("closed the connection");
            assertThat(cut.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_status_that_is_none_is_not_passed_on() {
        try (RawBackend odd = RawBackend.closing("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n");
                TestGateway gateway = TestGateway.startForwardingTo(odd.url())) {
            Response response = gateway.post("/test/things", "{}");

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.json().path("detail").asText()).contains("the status 999");
        }
    }

    @Test
    void an_answer_beyond_the_limit_is_a_failure_of_the_backend() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(backend.url())) {
            backend.on("/things", body("text/plain", "x".repeat(65 * 1024)));
            assertThat(gateway.get("/test/things").json().path("detail").asText())
                    .contains("answered with more than 65536 bytes");

            String[] chunks = new String[65];
            Arrays.fill(chunks, "x".repeat(1024));
            backend.on("/things", TestBackend.chunks(chunks));
            assertThat(gateway.get("/test/things").status()).isEqualTo(502);
        }
    }

    @Test
    void a_late_answer_is_not_waited_for() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(backend.url())) {
            backend.on("/things", never());

            Response response = gateway.post("/test/things", "{}");

            assertThat(response.status()).isEqualTo(504);
            assertThat(response.problem()).isEqualTo("backend-timeout");
            assertThat(response.json().path("detail").asText())
                    .isEqualTo("Backend 'test' did not answer within 1500 ms.");
            await().untilAsserted(() -> assertThat(backend.cancelled()).isEqualTo(1));
        }
    }

    @Test
    void a_full_bulkhead_is_busy_at_once() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.backends.test.bulkhead.max-concurrent-calls=1",
                        "gateway.forwards.list.timeout=60s")) {
            backend.on("/things", never());
            try (Socket holder = gateway.ask("/test/things")) {
                await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));

                Response response = gateway.post("/test/things", "{}");

                assertThat(response.status()).isEqualTo(503);
                assertThat(response.problem()).isEqualTo("backend-busy");
                assertThat(response.header("Retry-After")).isEqualTo("1");
                assertThat(backend.calls()).hasSize(1);
            }
        }
    }

    @Test
    void a_full_pool_says_which_and_how_full() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.backends.test.pool.max-connections=1",
                        "gateway.backends.test.pool.pending-acquire-timeout=100ms",
                        "gateway.forwards.list.timeout=60s")) {
            backend.on("/things", never());
            try (Socket holder = gateway.ask("/test/things")) {
                await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));

                Response response = gateway.post("/test/things", "{}");

                assertThat(response.status()).isEqualTo(503);
                assertThat(response.json().at("/pool/name").asText()).isEqualTo("test");
                assertThat(response.json().path("detail").asText()).contains("has no free connection (waited 100 ms)");
            }
        }
    }

    @Test
    void an_open_circuit_spares_the_backend_and_what_is_merely_full_does_not_open_it() {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.backends.test.circuit-breaker.enabled=true",
                        "gateway.backends.test.circuit-breaker.failure-rate-threshold=100",
                        "gateway.backends.test.circuit-breaker.minimum-number-of-calls=4",
                        "gateway.backends.test.circuit-breaker.sliding-window-size=4",
                        "gateway.backends.test.circuit-breaker.wait-duration-in-open-state=60s")) {
            backend.on("/things", with("Retry-After", "1", problem(503, "The queue is full.")));
            for (int i = 0; i < 8; i++) {
                assertThat(gateway.post("/test/things", "{}").header("Retry-After"))
                        .isEqualTo("1");
            }
            backend.on("/things", status(422));
            for (int i = 0; i < 8; i++) {
                assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(422);
            }
            backend.on("/things", status(500));
            for (int i = 0; i < 4; i++) {
                assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(500);
            }
            int calls = backend.calls().size();

            Response response = gateway.post("/test/things", "{}");

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.problem()).isEqualTo("backend-busy");
            assertThat(response.json().path("detail").asText()).contains("its circuit breaker is open");
            assertThat(Integer.parseInt(response.header("Retry-After"))).isBetween(1, 60);
            assertThat(backend.calls()).hasSize(calls);
        }
    }
}
