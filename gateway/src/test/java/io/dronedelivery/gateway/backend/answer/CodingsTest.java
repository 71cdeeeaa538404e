package io.dronedelivery.gateway.backend.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.gateway.testing.WireBackend.Script;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers in codings that were asked for, and in others. */
@ExtendWith(NoBufferLeaks.class)
class CodingsTest {

    private static WireBackend backend;
    private static TestGateway gateway;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.pool.max-connections=1",
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.aggregations.part.path=/part",
                "gateway.aggregations.part.parts.it.backend=wire",
                "gateway.aggregations.part.parts.it.path=/it",
                "gateway.forwards.plain.method=GET",
                "gateway.forwards.plain.path=/plain",
                "gateway.forwards.plain.backend=wire",
                "gateway.forwards.plain.target=/it",
                "gateway.forwards.passing.method=GET",
                "gateway.forwards.passing.path=/passing",
                "gateway.forwards.passing.backend=wire",
                "gateway.forwards.passing.target=/it",
                "gateway.forwards.passing.request-headers=Accept-Encoding",
                "gateway.forwards.stream.method=GET",
                "gateway.forwards.stream.path=/stream",
                "gateway.forwards.stream.backend=wire",
                "gateway.forwards.stream.target=/it",
                "gateway.forwards.stream.answer=stream");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    /** What the bytes are, nobody looks at. */
    private Script compressed(String coding) {
        return wire -> {
            asked.add(String.valueOf(wire.field("Accept-Encoding")));
            wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: " + coding
                    + "\r\nVary: Accept-Encoding\r\nContent-Length: 2\r\n\r\n42");
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"/part", "/plain", "/stream", "/passing"})
    void a_backend_is_always_told_which_codings_are_acceptable(String path) {
        backend.on("/it", compressed("gzip"));

        Response response = gateway.get(path);

        assertThat(asked).containsExactly("identity");
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.json().path("detail").asString())
                .contains("answered with the content encoding 'gzip', which was not asked for");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|gzip",
                "gzip, deflate, br|br",
                "gzip;q=0.001|gzip",
                "x-gzip|gzip",
                "gzip|x-gzip",
                "*|zstd",
                "br;q=0, *;q=0.5|gzip",
                "GZIP|gzip",
                "gzip, br|gzip, br",
                "gzip|identity",
            })
    void a_coding_that_the_caller_accepts_is_passed_on(String accepted, String coding) {
        backend.on("/it", compressed(coding));

        Response response = gateway.get("/passing", "Accept-Encoding", accepted);

        assertThat(asked).containsExactly(accepted);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("42");
        assertThat(response.header("Content-Encoding")).isEqualTo(coding);
        assertThat(response.headers().allValues("Vary")).contains("Accept-Encoding");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "identity|gzip",
                "gzip|br",
                "gzip;q=0|gzip",
                "gzip; Q=0.00|gzip",
                "*;q=0|gzip",
                "gzip;q=0, *|gzip",
                "gzip|gzip, br",
            })
    void a_coding_that_the_caller_does_not_accept_is_not(String accepted, String coding) {
        backend.on("/it", compressed(coding));

        assertThat(gateway.get("/passing", "Accept-Encoding", accepted).status())
                .isEqualTo(502);
    }

    @Test
    void an_answer_without_a_body_may_name_any_coding() {
        backend.on("/it", wire -> wire.write("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n"));

        assertThat(gateway.get("/plain").status()).isEqualTo(304);
        assertThat(gateway.get("/stream").status()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip, chunked",
                "gzip",
                "identity",
                "chunked, gzip",
                "chunked, chunked",
                "chunked\r\nTransfer-Encoding: chunked"
            })
    void a_transfer_coding_that_nobody_asked_for_is_no_answer(String coding) {
        for (String path : new String[] {"/part", "/plain", "/passing", "/stream"}) {
            backend.on(
                    "/it",
                    wire -> wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: "
                                    + coding + "\r\n\r\n2\r\n42\r\n0\r\n\r\n")
                            .drain());

            Response response = gateway.get(path);

            assertThat(response.status()).as(path).isEqualTo(502);
            assertThat(response.json().path("detail").asString())
                    .containsPattern("answered with (the transfer encoding|something that is no HTTP)");
            backend.on("/it", wire -> wire.write(WireBackend.answer("own")));
            assertThat(gateway.get("/part").body()).isEqualTo("{\"it\":\"own\"}");
        }
    }

    @Test
    void chunks_are_a_transfer_coding_of_http_1_1_alone() {
        String chunks = "Content-Type: application/json\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n42\r\n0\r\n\r\n";
        backend.on("/it", wire -> wire.write("HTTP/1.1 200 OK\r\n" + chunks));
        assertThat(gateway.get("/part").body()).isEqualTo("{\"it\":42}");
        assertThat(gateway.get("/stream").body()).isEqualTo("42");

        backend.on("/it", wire -> wire.write("HTTP/1.0 200 OK\r\n" + chunks).close());
        assertThat(gateway.get("/part").status()).isEqualTo(502);
        assertThat(gateway.get("/plain").status()).isEqualTo(502);
    }
}
