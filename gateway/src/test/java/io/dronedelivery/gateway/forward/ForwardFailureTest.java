package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.body;
import static io.dronedelivery.gateway.testing.TestBackend.chunks;
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
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the caller of a forward is told when the backend does not answer. Each backend is called by its name as the path. */
@ExtendWith(NoBufferLeaks.class)
class ForwardFailureTest {

    private static TestBackend backend;
    private static RawBackend closing;
    private static RawBackend cut;
    private static RawBackend odd;
    private static Socket down;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = TestBackend.start();
        closing = RawBackend.closing("");
        cut = RawBackend.closing("HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\n{\"a\"");
        odd = RawBackend.closing("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n");
        // Bound and not listening: connections are refused, and nobody else gets the port.
        down = new Socket();
        down.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        List<String> settings = new ArrayList<>();
        forward(settings, "down", "POST", "http://127.0.0.1:" + down.getLocalPort());
        forward(settings, "closing", "POST", closing.url());
        forward(settings, "closing", "PUT", closing.url());
        forward(settings, "cut", "POST", cut.url());
        forward(settings, "odd", "POST", odd.url());
        forward(settings, "short", "POST", backend.url(), "max-response-size=64KB");
        forward(settings, "quick", "POST", backend.url());
        forward(settings, "narrow", "POST", backend.url(), "bulkhead.max-concurrent-calls=1", "queue.max=0");
        forward(settings, "narrow", "GET", backend.url());
        forward(
                settings,
                "small",
                "POST",
                backend.url(),
                "pool.max-connections=1",
                "pool.pending-acquire-timeout=100ms");
        forward(settings, "small", "GET", backend.url());
        forward(
                settings,
                "fragile",
                "POST",
                backend.url(),
                "circuit-breaker.failure-rate-threshold=100",
                "circuit-breaker.minimum-number-of-calls=4",
                "circuit-breaker.sliding-window-size=4",
                "circuit-breaker.wait-duration-in-open-state=60s");
        forward(
                settings,
                "hurried",
                "POST",
                backend.url(),
                "circuit-breaker.minimum-number-of-calls=4",
                "circuit-breaker.sliding-window-size=4");
        // For an answer that never comes: a busy machine may need longer for one that does.
        settings.add("gateway.forwards.post-quick.timeout=1500ms");
        settings.add("gateway.forwards.get-narrow.timeout=60s");
        settings.add("gateway.forwards.get-small.timeout=60s");
        gateway = TestGateway.start(settings.toArray(String[]::new));
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
        closing.close();
        cut.close();
        odd.close();
        down.close();
    }

    @BeforeEach
    void reset() {
        backend.reset();
    }

    private static void forward(
            List<String> settings, String name, String method, String url, String... backendSettings) {
        String forward = "gateway.forwards." + method.toLowerCase(Locale.ROOT) + "-" + name + ".";
        Collections.addAll(
                settings,
                forward + "method=" + method,
                forward + "path=/" + name,
                forward + "backend=" + name,
                forward + "target=/it");
        String baseUrl = "gateway.backends." + name + ".base-url=" + url;
        if (!settings.contains(baseUrl)) {
            settings.add(baseUrl);
        }
        for (String setting : backendSettings) {
            settings.add("gateway.backends." + name + "." + setting);
        }
    }

    @Test
    void a_backend_that_is_not_there_is_a_bad_gateway() {
        Response response = gateway.post("/down", "{}");

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.problem()).isEqualTo("backend-failed");
        assertThat(response.json().path("backend").asString()).isEqualTo("down");
        assertThat(response.json().path("detail").asString())
                .isEqualTo("Backend 'down' cannot be reached, it refuses connections.");
    }

    @Test
    void a_post_is_sent_once_and_a_put_twice() {
        assertThat(gateway.post("/closing", "{}").status()).isEqualTo(502);
        assertThat(closing.requests()).isEqualTo(1);

        assertThat(gateway.sendBody("PUT", "/closing", "{}").status()).isEqualTo(502);
        assertThat(closing.requests())
                .as("a PUT may be sent again when the connection ends without an answer")
                .isEqualTo(3);
    }

    @Test
    void half_an_answer_is_a_failure() {
        Response response = gateway.post("/cut", "{}");

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.json().path("detail").asString()).contains("closed the connection");
        assertThat(cut.requests()).isEqualTo(1);
    }

    @Test
    void an_invalid_status_is_not_passed_on() {
        Response response = gateway.post("/odd", "{}");

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.json().path("detail").asString()).contains("the status 999");
    }

    @Test
    void an_answer_beyond_the_limit_is_a_failure_of_the_backend() {
        backend.on("/it", body("text/plain", "x".repeat(65 * 1024)));
        assertThat(gateway.post("/short", "{}").json().path("detail").asString())
                .contains("answered with more than 65536 bytes");

        backend.on("/it", chunks(Collections.nCopies(65, "x".repeat(1024)).toArray(String[]::new)));
        assertThat(gateway.post("/short", "{}").status()).isEqualTo(502);
    }

    @Test
    void a_late_answer_is_not_waited_for() {
        backend.on("/it", never());

        // Where a busy machine begins the call late, the time that was left is told instead of the forward's own.
        await().untilAsserted(() -> {
            Response response = gateway.post("/quick", "");

            assertThat(response.status()).isEqualTo(504);
            assertThat(response.problem()).isEqualTo("backend-timeout");
            assertThat(response.json().path("detail").asString())
                    .isEqualTo("Backend 'quick' did not answer within 1500 ms.");
        });
        await().untilAsserted(() -> assertThat(backend.cancelled())
                .isPositive()
                .isEqualTo(backend.calls().size()));
    }

    @Test
    void a_backend_that_notices_first_that_the_time_is_over_makes_no_difference() {
        backend.on("/it", problem(504, "The time that the caller gave is over."));

        Response response = gateway.post("/short", "{}");
        assertThat(response.status()).isEqualTo(504);
        assertThat(response.problem()).isEqualTo("backend-timeout");
        assertThat(response.json().path("detail").asString())
                .isEqualTo("Backend 'short' answered that it ran out of time itself.");

        for (int i = 0; i < 8; i++) {
            // Without a body, which could come too late on a busy machine.
            assertThat(gateway.post("/hurried", "", "X-Request-Timeout-Ms", "1000")
                            .problem())
                    .as("the caller's own time is none of the backend's fault and opens no circuit")
                    .isEqualTo("deadline-exceeded");
        }
    }

    @Test
    void a_full_bulkhead_is_busy_at_once() throws IOException {
        backend.on("/it", never());
        try (Socket holder = gateway.ask("/narrow")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));

            Response response = gateway.post("/narrow", "{}");

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.problem()).isEqualTo("backend-busy");
            assertThat(response.header("Retry-After")).isIn("1", "2", "3");
            assertThat(backend.calls()).hasSize(1);
        }
    }

    @Test
    void a_full_pool_says_which_and_how_full() throws IOException {
        backend.on("/it", never());
        try (Socket holder = gateway.ask("/small")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));

            Response response = gateway.post("/small", "{}");

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.json().at("/pool/name").asString()).isEqualTo("small");
            assertThat(response.json().path("detail").asString()).contains("has no free connection (waited 100 ms)");
        }
    }

    @Test
    void an_open_circuit_spares_the_backend_and_what_is_merely_full_does_not_open_it() {
        backend.on("/it", with("Retry-After", "1", problem(503, "The queue is full.")));
        for (int i = 0; i < 8; i++) {
            assertThat(gateway.post("/fragile", "{}").header("Retry-After")).isEqualTo("1");
        }
        backend.on("/it", status(422));
        for (int i = 0; i < 8; i++) {
            assertThat(gateway.post("/fragile", "{}").status()).isEqualTo(422);
        }
        backend.on("/it", status(500));
        for (int i = 0; i < 4; i++) {
            assertThat(gateway.post("/fragile", "{}").status()).isEqualTo(500);
        }
        int calls = backend.calls().size();

        Response response = gateway.post("/fragile", "{}");

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.problem()).isEqualTo("backend-busy");
        assertThat(response.json().path("detail").asString()).contains("its circuit breaker is open");
        assertThat(Integer.parseInt(response.header("Retry-After"))).isBetween(1, 60);
        assertThat(backend.calls()).hasSize(calls);
    }
}
