package io.dronedelivery.gateway.backend.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers with long heads. */
@ExtendWith(NoBufferLeaks.class)
class LargeHeadTest {

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.usual.base-url=" + backend.url(),
                "gateway.backends.small.base-url=" + backend.url(),
                "gateway.backends.small.max-header-size=2KB",
                "gateway.aggregations.part.path=/usual/part",
                "gateway.aggregations.part.parts.it.backend=usual",
                "gateway.aggregations.part.parts.it.path=/it",
                "gateway.aggregations.small-part.path=/small/part",
                "gateway.aggregations.small-part.parts.it.backend=small",
                "gateway.aggregations.small-part.parts.it.path=/it",
                "gateway.forwards.get.method=GET",
                "gateway.forwards.get.path=/usual/get",
                "gateway.forwards.get.backend=usual",
                "gateway.forwards.get.target=/it",
                "gateway.forwards.get.response-headers=Set-Cookie",
                "gateway.forwards.small-get.method=GET",
                "gateway.forwards.small-get.path=/small/get",
                "gateway.forwards.small-get.backend=small",
                "gateway.forwards.small-get.target=/it",
                "gateway.forwards.stream.method=GET",
                "gateway.forwards.stream.path=/usual/stream",
                "gateway.forwards.stream.backend=usual",
                "gateway.forwards.stream.target=/it",
                "gateway.forwards.stream.answer=stream",
                "gateway.forwards.small-stream.method=GET",
                "gateway.forwards.small-stream.path=/small/stream",
                "gateway.forwards.small-stream.backend=small",
                "gateway.forwards.small-stream.target=/it",
                "gateway.forwards.small-stream.answer=stream");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    @Test
    void a_long_cookie_is_no_failure() {
        String cookie = "s=" + "x".repeat(20_000);
        backend.on(
                "/it",
                wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: " + cookie
                        + "\r\nContent-Length: 2\r\n\r\n42"));

        assertThat(gateway.get("/usual/part").body()).isEqualTo("{\"it\":42}");
        assertThat(gateway.get("/usual/get").header("Set-Cookie")).isEqualTo(cookie);
        assertThat(gateway.get("/usual/stream").body()).isEqualTo("42");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nX-Long: LONG\r\nContent-Length: 2\r\n\r\n42",
                "HTTP/1.1 200 LONG\r\nContent-Length: 2\r\n\r\n42",
                "HTTP/1.1 100 Continue\r\nX-Long: LONG\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n42"
            })
    void a_head_beyond_the_limit_is_refused_with_its_size(String answer) {
        backend.on(
                "/it",
                wire -> wire.write(answer.replace("LONG", "x".repeat(3000))).drain());

        for (String path : new String[] {"/small/part", "/small/get", "/small/stream"}) {
            Response response = gateway.get(path);

            assertThat(response.status()).as(path).isEqualTo(502);
            assertThat(response.json().path("detail").asString())
                    .contains("answered with header fields of more than 2048 bytes");
        }
    }

    @Test
    void many_short_fields_are_a_long_head_as_well() {
        backend.on(
                "/it",
                wire -> wire.write("HTTP/1.1 200 OK\r\n" + "X-Many: 1\r\n".repeat(300) + "Content-Length: 2\r\n\r\n42")
                        .drain());

        assertThat(gateway.get("/small/part").json().path("detail").asString()).contains("more than 2048 bytes");
    }
}
