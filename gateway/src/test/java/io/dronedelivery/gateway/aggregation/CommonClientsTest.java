package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients send that many have, and what docs/callers.md says about it. */
@ExtendWith(NoBufferLeaks.class)
class CommonClientsTest {

    private static final String REQUEST = "GET /test/one HTTP/1.1\r\nHost: localhost\r\n";

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating();

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
                "application/json, text/plain, */*",
                "application/json;charset=utf-8",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "application/hal+json, application/json, */*; q=0.01",
                "application/problem+json, application/json;q=0.1",
                "application/json; q=1.0,",
                "application/*",
                "",
                " ",
            })
    void a_client_that_takes_json_among_others_or_names_nothing_gets_it(String accept) throws IOException {
        backend.on("/it", "{}");

        assertThat(gateway.sendRaw(REQUEST + "Accept: " + accept + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void an_offer_to_change_the_protocol_is_ignored() throws IOException {
        backend.on("/it", "{}");

        String answer = gateway.sendRaw(REQUEST + "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 ");
        assertThat(backend.calls()).singleElement().satisfies(call -> {
            assertThat(call.header("upgrade")).isNull();
            assertThat(call.header("http2-settings")).isNull();
        });
    }

    /** TCP does not tell a caller that sends no more from one that has left. */
    @Test
    void a_caller_that_closes_its_sending_side_has_left() throws IOException {
        backend.on("/it", TestBackend.never());

        try (Socket caller = gateway.connect()) {
            caller.getOutputStream().write((REQUEST + "\r\n").getBytes(StandardCharsets.US_ASCII));
            await().atMost(Duration.ofMinutes(1)).until(() -> backend.running() == 1);
            caller.shutdownOutput();

            await().atMost(Duration.ofMinutes(1)).until(() -> backend.cancelled() == 1);
            assertThat(caller.getInputStream().read()).isEqualTo(-1);
        }
    }
}
