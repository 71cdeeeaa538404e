package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spellings of a path: each one leads to the resource that a proxy in front takes it for, or is refused. */
@ExtendWith(NoBufferLeaks.class)
class SpeltPathTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding(
            "gateway.forwards.literal.method=GET",
            "gateway.forwards.literal.path=/spelt/get/{id}",
            "gateway.forwards.literal.backend=test",
            "gateway.forwards.literal.target=/literal/{id}",
            "gateway.forwards.kind.method=GET",
            "gateway.forwards.kind.path=/spelt/{kind}/{id}",
            "gateway.forwards.kind.backend=test",
            "gateway.forwards.kind.target=/kind/{kind}/{id}",
            "gateway.forwards.kind.variables.kind.pattern=[a-z./]+",
            "gateway.forwards.me.method=GET",
            "gateway.forwards.me.path=/spelt/@me",
            "gateway.forwards.me.backend=test",
            "gateway.forwards.me.target=/me");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/spelt/get/x;v=2",
                "/spelt/get/;a=b",
                "/spelt;a=b/get/x",
                "/spelt/get;/x",
                "/;/spelt/get/x",
                "/%73pelt/get/x",
                "/spelt/%67et/x",
                "/spelt/g%65t/x",
                "/%73%70%65%6C%74/get/x",
                "/spelt/%40me",
                "/spelt/get/.",
                "/spelt/get/..",
                "/spelt/get/%2e%2E",
                "/spelt/../x",
                "/spelt/./x",
                "/spelt/get/a%2Fb",
                "/spelt/get/a%5Cb",
                "/spelt/get/a%00b"
            })
    void a_path_that_another_server_could_read_otherwise_is_refused(String path) throws IOException {
        assertThat(ask(path)).startsWith("HTTP/1.1 400 ").contains(":invalid-request", "\"detail\":\"");
        assertThat(backend.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//spelt/get/x",
                "/spelt//get/x",
                "/spelt/get//x",
                "/spelt/get/x/",
                "/spelt/get/",
                "/spelt%2Fget/x",
                "/spelt/get%2Fx",
                "/spelt/get%3B/x/y",
                "/SPELT/get/x",
                "/./spelt/get/x",
                "/x/../spelt/get/x"
            })
    void a_path_with_other_segments_is_not_found(String path) throws IOException {
        assertThat(ask(path)).startsWith("HTTP/1.1 404 ").contains(":not-found");
        assertThat(backend.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/spelt/get/x%3Bv=2, /literal/x%3Bv%3D2",
        "/spelt/get/%78, /literal/x",
        "/spelt/get/a%20b, /literal/a%20b",
        "/spelt/get/a+b, /literal/a%2Bb",
        "/spelt/get/%25, /literal/%25",
        "/spelt/get/%252F, /literal/%252F",
        "/spelt/get/@me, /literal/%40me",
        "/spelt/get/%C3%A9, /literal/%C3%A9",
        "/spelt/%70ut/x, /kind/put/x",
        "/spelt/get%2F/x, /kind/get%2F/x",
        "/spelt/@me, /me",
    })
    void what_is_data_of_a_segment_stays_data(String path, String passedOn) throws IOException {
        ask(path);

        assertThat(backend.calls()).extracting(Call::uri).containsExactly(passedOn);
    }

    @Test
    void a_path_that_is_refused_is_counted_like_one_that_is_answered() throws IOException {
        ask("/spelt/%67et/x");

        assertThat(gateway.bean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tags("uri", "/spelt/get/{id}", "method", "GET", "status", "400")
                        .timer()
                        .count())
                .isPositive();
    }

    private static String ask(String path) throws IOException {
        return gateway.sendRaw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }
}
