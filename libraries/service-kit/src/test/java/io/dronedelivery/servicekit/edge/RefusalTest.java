package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.testing.RecordedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

@EdgeServiceTest
class RefusalTest {

    private static final Duration THE_REST_IS_WAITED_FOR = Duration.ofSeconds(1);

    @LocalServerPort
    int port;

    @Test
    void a_request_line_beyond_the_limit_is_a_414_problem() throws IOException {
        String answer = send("GET /" + "a".repeat(9000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertRefused(answer, 414, "uri-too-long");
        assertThat(answer).contains("may have 8192 bytes (server.netty.max-initial-line-length)");
    }

    /** As RFC 9112, section 3, wants it at least. */
    @Test
    void a_request_line_of_8000_bytes_is_taken() throws IOException {
        String line = "GET /echo/a?" + "a".repeat(8000 - "GET /echo/a? HTTP/1.1".length()) + " HTTP/1.1";

        assertThat(line).hasSize(8000);
        assertThat(send(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void the_line_of_a_chunk_and_the_trailers_have_the_limits_of_the_head() throws IOException {
        String head = "POST /bodies HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";

        String line = send(head + "1;" + "a".repeat(9000) + "\r\nb\r\n0\r\n\r\n");
        assertRefused(line, 400, "invalid-request");
        assertThat(line).contains("chunk may have 8192 bytes (server.netty.max-initial-line-length)");
        String trailers = send(head + "1\r\nb\r\n0\r\nX-Large: " + "a".repeat(9000) + "\r\n\r\n");
        assertRefused(trailers, 431, "headers-too-large");
        assertThat(trailers).contains("may have 8192 bytes (server.max-http-request-header-size)");
    }

    @Test
    void a_body_beyond_the_limit_is_a_413_problem_that_names_it() throws IOException {
        String answer =
                send("POST /bodies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n");

        assertRefused(answer, 413, "payload-too-large");
        assertThat(answer).contains("may have 262144 bytes (service-kit.max-request-body)");
    }

    @Test
    void headers_beyond_the_limit_are_a_431_problem() throws IOException {
        String answer = send("GET /context HTTP/1.1\r\nHost: localhost\r\nX-Large: " + "a".repeat(9000) + "\r\n\r\n");

        assertRefused(answer, 431, "headers-too-large");
        assertThat(answer).contains("may have 8192 bytes (server.max-http-request-header-size)");
    }

    /** A client sends all of it before it looks for an answer, which it then finds. */
    @ParameterizedTest
    @ValueSource(ints = {9_000, 100_000, 1_000_000})
    void a_token_beyond_the_limit_is_one_that_does_not_hold(int length) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.send("GET /context HTTP/1.1\r\nHost: localhost\r\nX-Other: " + "a".repeat(2_000)
                            + "\r\nauthorization: Bearer " + "a".repeat(length) + "\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");
            assertThat(answer.body()).contains("urn:drone-delivery:problem:unauthenticated");
        }
    }

    @Test
    void other_fields_beyond_the_limit_are_not_taken_for_a_token() throws IOException {
        String token = "authorization: Bearer " + "a".repeat(2_000) + "\r\n";
        String large = "X-Large: " + "a".repeat(9_000) + "\r\n";
        assertRefused(
                send("GET /context HTTP/1.1\r\nHost: localhost\r\n" + token + large + "\r\n"),
                431,
                "headers-too-large");
        assertRefused(
                send("GET /context HTTP/1.1\r\nHost: localhost\r\n" + large + token + "\r\n"),
                431,
                "headers-too-large");
    }

    /** It is answered while its body comes in, and closed because the client wants that. */
    @Test
    void a_request_that_is_answered_before_its_end_and_closed_gets_its_answer() throws IOException {
        String chunk = "1000\r\n" + "x".repeat(0x1000) + "\r\n";
        String request =
                "POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                        + chunk.repeat(200) + "0\r\n\r\n";
        for (int i = 0; i < 20; i++) {
            assertRefused(sendInTime(request), 404, "not-found");
        }
    }

    /** Sends it again when a busy machine has held it up for longer than the rest of it is waited for. */
    private String sendInTime(String request) throws IOException {
        for (int attempts = 1; ; attempts++) {
            long begin = System.nanoTime();
            try {
                return send(request);
            } catch (SocketException reset) {
                if (attempts == 10 || System.nanoTime() - begin < THE_REST_IS_WAITED_FOR.toNanos()) {
                    throw reset;
                }
            }
        }
    }

    @Test
    void bytes_that_are_not_http_are_a_400_problem() throws IOException {
        assertRefused(send("NONSENSE\r\n\r\n"), 400, "invalid-request");
        assertRefused(send("GET /context HTTP/1.1\r\nHost: localhost\r\nBad Name: 1\r\n\r\n"), 400, "invalid-request");
        assertRefused(
                send(
                        "POST /parcels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -4\r\n\r\n"),
                400,
                "invalid-request");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NONSENSE | first line",
                "GET /context | first line",
                "GET /context HTTP/1.1# X-A 1 | header field",
                "GET /context HTTP/1.1#X-A : 1 | header field",
                "GET /context HTTP/1.1#: 1 | header field",
                "POST /bodies HTTP/1.1#Content-Length: +3 | Content-Length",
                "POST /bodies HTTP/1.1#Content-Length: 3#Content-Length: 3 | Content-Length",
                "POST /bodies HTTP/1.1#Transfer-Encoding: chunked##zz## | chunks",
                "GET /context?a=%f HTTP/1.1 | hexadecimal",
            })
    void a_refusal_says_what_is_wrong(String lines, String why) throws IOException {
        String request = lines.replaceFirst("1.1(?=#|$)", "1.1#Host: x").replace("#", "\r\n") + "\r\n\r\n";

        String answer = send(request);

        assertRefused(answer, 400, "invalid-request");
        assertThat(answer).contains(why);
    }

    @Test
    void an_invalid_uri_is_a_400_problem() throws IOException {
        assertRefused(
                send("GET /a|b{c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 400, "invalid-request");
        assertRefused(
                send("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 400, "invalid-request");
    }

    @Test
    void a_broken_escape_in_the_query_is_a_400_problem() throws IOException {
        assertRefused(
                send("GET /months/3?owner=%f HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
                400,
                "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 414, 431})
    void an_empty_answer_of_the_application_s_own_stays_as_it_is(int status) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.get("/bare/" + status).answer();

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("Retry-After")).contains("7");
            assertThat(caller.get("/echo/next").answer().body()).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @CsvSource({"//, /.//", "//elsewhere/x, /.//elsewhere/x"})
    void a_path_that_begins_with_two_slashes_is_not_found(String path, String instance) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            RawAnswer answer = caller.get(path).answer();

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("\"instance\":\"" + instance + "\"");
        }
    }

    @Test
    void a_failure_caused_by_a_broken_backend_connection_is_answered() throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            assertThat(caller.get("/broken-off").answer().status()).isEqualTo(502);
        }
    }

    @Test
    void invalid_requests_are_not_logged() throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            send("NONSENSE\r\n\r\n");
            send("GET /a|b{c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    private String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertRefused(String response, int status, String slug) {
        assertThat(response)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("content-type: application/problem+json");
        assertThat(response).containsIgnoringCase("x-content-type-options: nosniff");
        byte[] body = response.substring(response.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.UTF_8);
        JsonNode problem = Problems.read(MediaType.APPLICATION_PROBLEM_JSON, body);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("type").asString()).endsWith(":" + slug);
    }
}
