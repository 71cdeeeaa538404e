package io.dronedelivery.gateway.endpoint;

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

/** What the gateway itself compresses. */
@ExtendWith(NoBufferLeaks.class)
class CompressionTest {

    private static final String[] GZIP = {"Accept-Encoding", "gzip"};

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "server.compression.enabled=true",
                "server.compression.min-response-size=100B",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.aggregations.part.path=/part",
                "gateway.aggregations.part.parts.it.backend=wire",
                "gateway.aggregations.part.parts.it.path=/it",
                "gateway.forwards.get.method=GET",
                "gateway.forwards.get.path=/get",
                "gateway.forwards.get.backend=wire",
                "gateway.forwards.get.target=/it",
                "gateway.forwards.get.request-headers=Accept-Encoding",
                "gateway.forwards.get.response-headers=Content-Type,ETag,Cache-Control");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    private static void answer(String status, String body, String... fields) {
        backend.on(
                "/it",
                wire -> wire.write("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nETag: \"v1\"\r\n"
                        + String.join("\r\n", fields) + (fields.length > 0 ? "\r\n" : "") + "Content-Length: "
                        + body.length() + "\r\n\r\n" + body));
    }

    private static String large() {
        return '"' + "x".repeat(400) + '"';
    }

    @Test
    void it_says_that_it_depends_on_what_is_accepted_and_has_no_strong_validator() {
        answer("200 OK", large());

        Response compressed = gateway.get("/get", GZIP);
        assertThat(compressed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(compressed.headers().allValues("Vary")).contains("accept-encoding");
        assertThat(compressed.header("ETag")).isEqualTo("W/\"v1\"");

        Response plain = gateway.get("/get");
        assertThat(plain.header("Content-Encoding")).isNull();
        assertThat(plain.headers().allValues("Vary")).contains("accept-encoding");
        assertThat(plain.header("ETag")).isEqualTo("\"v1\"");

        assertThat(gateway.get("/part", GZIP).headers().allValues("Vary")).contains("accept-encoding");
    }

    @Test
    void what_is_compressed_already_keeps_its_validator() {
        answer("200 OK", large(), "Content-Encoding: gzip");

        Response response = gateway.get("/get", GZIP);

        assertThat(response.body()).isEqualTo(large());
        assertThat(response.header("ETag")).isEqualTo("\"v1\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "200 OK|Cache-Control: max-age=1, no-transform",
                "206 Partial Content|Content-Range: bytes 0-401/900"
            })
    void what_must_stay_as_it_is_is_not_compressed(String answer) {
        String[] parts = answer.split("\\|");
        answer(parts[0], large(), parts[1]);

        Response response = gateway.get("/get", GZIP);

        assertThat(response.body()).isEqualTo(large());
        assertThat(response.header("Content-Encoding")).isNull();
        assertThat(response.header("ETag")).isEqualTo("\"v1\"");
    }

    @Test
    void what_is_short_is_not_compressed() {
        answer("200 OK", "1");

        Response response = gateway.get("/get", GZIP);

        assertThat(response.body()).isEqualTo("1");
        assertThat(response.header("ETag")).isEqualTo("\"v1\"");
    }
}
