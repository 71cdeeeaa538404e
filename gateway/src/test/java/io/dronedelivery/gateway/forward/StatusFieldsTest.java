package io.dronedelivery.gateway.forward;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields without which a status says nothing, and the places that a backend names, below a path and behind a proxy. */
@ExtendWith(NoBufferLeaks.class)
class StatusFieldsTest {

    private static WireBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        backend = WireBackend.start();
        gateway = TestGateway.start(
                "spring.webflux.base-path=/gw",
                "service-kit.edge.forwarded-from=loopback",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.forwards.get.method=GET",
                "gateway.forwards.get.path=/get",
                "gateway.forwards.get.backend=wire",
                "gateway.forwards.get.target=/it",
                "gateway.forwards.get.response-headers=Content-Type",
                "gateway.forwards.stream.method=GET",
                "gateway.forwards.stream.path=/stream",
                "gateway.forwards.stream.backend=wire",
                "gateway.forwards.stream.target=/it",
                "gateway.forwards.stream.answer=stream",
                "gateway.forwards.stream.response-headers=Content-Type",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/things",
                "gateway.forwards.post.backend=wire",
                "gateway.forwards.post.target=/it",
                "gateway.forwards.post.location.from=/it",
                "gateway.forwards.post.location.to=/things");
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        backend.close();
    }

    private static void answer(String status, String... fields) {
        backend.on(
                "/it",
                wire -> wire.write(
                        "HTTP/1.1 " + status + "\r\n" + String.join("\r\n", fields) + "\r\nContent-Length: 0\r\n\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 Unauthorized|WWW-Authenticate|Bearer realm=\"inner\", Basic realm=\"x\"",
                "403 Forbidden|WWW-Authenticate|Bearer error=\"insufficient_scope\"",
                "405 Method Not Allowed|Allow|PUT, PATCH",
                "405 Method Not Allowed|Allow|''",
                "413 Content Too Large|Retry-After|7",
                "429 Too Many Requests|Retry-After|7",
                "503 Service Unavailable|Retry-After|Sun, 06 Nov 1994 08:49:37 GMT",
                "301 Moved Permanently|Retry-After|7",
                "302 Found|Location|?page=2",
                "206 Partial Content|Content-Range|bytes 0-9/10",
                "416 Range Not Satisfiable|Content-Range|bytes */10",
            })
    void what_belongs_to_a_status_goes_with_it_whatever_the_settings_say(String status, String name, String value) {
        answer(status, name + ": " + value, "X-Other: 1");

        for (String path : new String[] {"/gw/get", "/gw/stream"}) {
            Response response = gateway.get(path);

            assertThat(response.status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
            assertThat(response.header(name)).as(path).isEqualTo(value);
            assertThat(response.header("X-Other")).isNull();
        }
    }

    @Test
    void it_does_not_go_with_another_status() {
        answer("200 OK", "WWW-Authenticate: Basic", "Allow: GET", "Retry-After: 7", "Location: /x");

        Response response = gateway.get("/gw/get");

        assertThat(response.headers().map()).doesNotContainKeys("www-authenticate", "allow", "retry-after", "location");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "407 Proxy Authentication Required",
                "421 Misdirected Request",
                "426 Upgrade Required",
                "505 HTTP Version Not Supported",
                "511 Network Authentication Required",
            })
    void a_status_of_the_gateway_s_own_connection_is_a_bad_gateway(String status) {
        answer(status, "Upgrade: TLS/1.3", "Connection: Upgrade");

        for (String path : new String[] {"/gw/get", "/gw/stream"}) {
            Response response = gateway.get(path);
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.json().path("detail").asString())
                    .isEqualTo("Backend 'wire' answered " + status.substring(0, 3)
                            + ", which speaks of the gateway's connection to it.");
        }
    }

    @Test
    void a_place_has_the_path_that_the_caller_sees_as_a_problem_s_instance_has() {
        answer("201 Created", "Location: /it/d-7", "Content-Location: /it/caf\u00e9");

        Response direct = gateway.post("/gw/things", "{}");
        assertThat(direct.header("Location")).isEqualTo("/gw/things/d-7");

        Response behindProxy = gateway.post("/gw/things", "{}", "X-Forwarded-Prefix", "/p");
        String instance = gateway.get("/gw/nothing", "X-Forwarded-Prefix", "/p")
                .json()
                .path("instance")
                .asString();
        assertThat(instance).endsWith("/nothing");
        assertThat(behindProxy.header("Location")).isEqualTo(instance.replace("/nothing", "/things/d-7"));
    }

    @Test
    void a_place_goes_through_whatever_its_letters_are() {
        answer("201 Created", "Location: /it/\u00c5\u0082 {a|b}", "Content-Location: /x");

        assertThat(gateway.post("/gw/things", "{}").header("Location")).isEqualTo("/gw/things/%C5%82%20%7Ba%7Cb%7D");
    }
}
