package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The body of a request to a forward, whose limit is 1 KB, and the caller who brings it. */
@ExtendWith(NoBufferLeaks.class)
class RequestBodyTest {

    private static final int LIMIT = 1024;

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();
    private static final RecordedLog log = RecordedLog.ofEdge("io.dronedelivery");

    @AfterAll
    static void nothing_was_logged() {
        log.close();
        assertThat(log.from(Level.WARN)).as("the caller's fault is no warning").isEmpty();
    }

    @BeforeEach
    void reset() {
        backend.on("/things", echo(200));
    }

    @Test
    void a_body_of_just_the_limit_goes_through() throws IOException {
        String body = "x".repeat(LIMIT);

        assertThat(gateway.post("/test/things", body).body()).isEqualTo(body);
        assertThat(gateway.sendRaw(chunked(body, 100)))
                .startsWith("HTTP/1.1 200")
                .contains(body);
    }

    @Test
    void a_body_beyond_the_limit_is_too_large_whether_announced_or_not() throws IOException {
        String body = "x".repeat(LIMIT + 1);

        Response response = gateway.post("/test/things", body);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.problem()).isEqualTo("payload-too-large");
        assertThat(response.json().path("detail").asString())
                .isEqualTo("The request's body may have 1024 bytes (max-request-body of this forward).");
        assertThat(gateway.sendRaw(chunked(body, 100)))
                .startsWith("HTTP/1.1 413")
                .contains("urn:drone-delivery:problem:payload-too-large");
        assertThat(gateway.sendRaw(chunked("x".repeat(300_000), 10_000)))
                .as("the server's own bound")
                .startsWith("HTTP/1.1 413");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void an_empty_body_is_sent_as_one() {
        assertThat(gateway.post("/test/things", "").status()).isEqualTo(200);
        assertThat(gateway.send("POST", "/test/things").status()).isEqualTo(200);

        assertThat(backend.calls())
                .extracting(call -> call.header("content-length"))
                .containsExactly("0", "0");
    }

    @Test
    void a_caller_that_expects_100_continue_gets_it() throws IOException {
        String answer = gateway.sendRaw("POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                + "Expect: 100-continue\r\nConnection: close\r\n\r\n{}");

        assertThat(answer).contains("HTTP/1.1 200").endsWith("{}");
    }

    @Test
    void a_body_that_does_not_come_is_not_waited_for() throws IOException {
        String answer =
                gateway.sendRaw("POST /test/soon HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{\"half\"");

        assertThat(answer)
                .startsWith("HTTP/1.1 408")
                .contains("application/problem+json")
                .contains("urn:drone-delivery:problem:request-timeout")
                .contains("The request's body was not complete within 1500 ms.");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void half_a_body_whose_caller_has_left_is_not_passed_on() throws IOException {
        double before = incomplete();
        try (Socket caller = gateway.connect()) {
            caller.getOutputStream()
                    .write(("POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n"
                                    + "x".repeat(500))
                            .getBytes(StandardCharsets.ISO_8859_1));
        }

        await().untilAsserted(() -> assertThat(incomplete()).isGreaterThan(before));
        assertThat(backend.calls()).isEmpty();
        assertThat(gateway.post("/test/things", "{}").status()).isEqualTo(200);
    }

    @Test
    void the_call_of_a_caller_that_leaves_is_cancelled() throws IOException {
        backend.on("/things", never());

        try (Socket caller = gateway.connect()) {
            caller.getOutputStream()
                    .write("POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                            .getBytes(StandardCharsets.ISO_8859_1));
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
        }

        await().untilAsserted(() -> assertThat(backend.cancelled()).isEqualTo(1));
        await().ignoreException(MeterNotFoundException.class)
                .until(() -> gateway.bean(MeterRegistry.class)
                                .get("gateway.forward")
                                .tags("forward", "create", "outcome", "cancelled")
                                .timer()
                                .count()
                        > 0);
    }

    private static double incomplete() {
        return gateway
                .bean(MeterRegistry.class)
                .find("http.server.requests")
                .tags("uri", "/test/things", "method", "POST", "status", "400")
                .timers()
                .stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private static String chunked(String body, int size) {
        StringBuilder request = new StringBuilder("POST /test/things HTTP/1.1\r\nHost: localhost\r\n"
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
        for (int at = 0; at < body.length(); at += size) {
            String chunk = body.substring(at, Math.min(body.length(), at + size));
            request.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return request.append("0\r\n\r\n").toString();
    }
}
