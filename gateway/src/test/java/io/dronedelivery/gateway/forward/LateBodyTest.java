package io.dronedelivery.gateway.forward;

import static io.dronedelivery.gateway.testing.TestBackend.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoBufferLeaks.class)
class LateBodyTest {

    /** How long the body may take, so that the rest is left for the call. */
    private static final Duration FOR_THE_BODY = Duration.ofMillis(20);

    @Test
    void a_body_that_leaves_too_little_time_for_the_call_is_not_passed_on() throws IOException {
        Duration whole = Duration.ofMinutes(2);
        try (TestBackend backend = TestBackend.start().on("/things", echo(200));
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "gateway.forwards.create.timeout=" + whole,
                        "gateway.forwards.create-soon.enabled=false",
                        "gateway.defaults.least-time=" + whole.minus(FOR_THE_BODY));
                Socket slow = gateway.connect()) {
            send(slow, "POST /test/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
            await().until(() -> incoming(gateway) > 0);
            long begun = System.nanoTime();
            await().until(() -> System.nanoTime() - begun > FOR_THE_BODY.toNanos());
            send(slow, "}");

            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 408")
                    .contains("urn:drone-delivery:problem:request-timeout");
            assertThat(backend.calls()).isEmpty();
            assertThat(gateway.post("/test/things", "").status()).isEqualTo(200);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static double incoming(TestGateway gateway) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.incoming.bodies")
                .gauge()
                .value();
    }
}
