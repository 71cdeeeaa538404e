package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers that call the gateway by a name with an underscore, as containers do: java.net.URI finds no host in it. */
@ExtendWith(NoBufferLeaks.class)
class UnderscoreHostTest {

    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        backend = TestBackend.start().on("/it", "1");
        gateway = TestGateway.startInFrontOf(
                backend, "gateway.cors.allowed-origins=http://web_app:3000,http://web-app:3000");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, none",
        "GET, http://web_app:3000",
        "GET, http://web-app:3000",
        "GET, http://other:3000",
        "GET, http://HOST:8080",
        "GET, null",
        "OPTIONS, http://web_app:3000",
        "OPTIONS, http://web-app:3000",
        "OPTIONS, http://other:3000",
        "OPTIONS, http://HOST:8080"
    })
    void a_page_gets_the_answer_that_it_gets_under_any_other_name(String method, String origin) throws IOException {
        assertThat(ask("drone_gateway", method, origin)).isEqualTo(ask("drone-gateway", method, origin));
    }

    private static String ask(String host, String method, String origin) throws IOException {
        String fields = origin.equals("none") ? "" : "Origin: " + origin.replace("HOST", host) + "\r\n";
        String preflight = method.equals("OPTIONS") ? "Access-Control-Request-Method: GET\r\n" : "";
        return gateway.sendRaw(method + " /test/one HTTP/1.1\r\nHost: " + host + ":8080\r\nConnection: close\r\n"
                        + fields + preflight + "\r\n")
                .replaceAll("(?i)(server-timing|traceparent|date):.*\r\n|,\"traceId\":\"[0-9a-f]+\"", "");
    }
}
