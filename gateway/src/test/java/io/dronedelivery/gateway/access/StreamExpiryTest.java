package io.dronedelivery.gateway.access;

import static io.dronedelivery.gateway.testing.TestBackend.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.StreamCaller;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;

@ExtendWith(NoBufferLeaks.class)
class StreamExpiryTest {

    @Test
    void a_stream_ends_in_order_when_the_token_of_its_caller_expires() throws IOException {
        try (TestIssuer issuer = new TestIssuer();
                TestBackend backend = TestBackend.start()
                        .on("/stream", stream(Flux.just("data: one\n\n").concatWith(Flux.never())));
                TestGateway gateway = TestGateway.startForwardingTo(
                        backend.url(),
                        "security.issuer=" + issuer.url(),
                        "security.audience=" + TestIssuer.AUDIENCE,
                        "security.keys.timeout=1m",
                        "security.clock-skew=0s",
                        "gateway.forwards.follow.access=authenticated")) {
            try (StreamCaller caller = await().until(() -> begun(gateway, issuer), Objects::nonNull)) {
                caller.await("data: one");
                caller.await("0\r\n\r\n");
            }

            await().untilAsserted(() -> assertThat(backend.running()).isZero());
            await().untilAsserted(() -> assertThat(gateway.bean(MeterRegistry.class)
                            .get("gateway.forward.stream")
                            .tags("forward", "follow", "end", "longest")
                            .timer()
                            .count())
                    .isOne());
        }
    }

    /** A caller of a stream, null when a busy machine has looked at the token after its end. */
    private static StreamCaller begun(TestGateway gateway, TestIssuer issuer) throws IOException {
        String token =
                issuer.token(c -> c.expirationTime(Date.from(Instant.now().plusSeconds(3))));
        Socket socket = gateway.connect();
        socket.getOutputStream()
                .write(("GET /test/streams HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        StreamCaller caller = new StreamCaller(socket).await("\r\n\r\n");
        if (caller.received().startsWith("HTTP/1.1 200 ")) {
            return caller;
        }
        caller.close();
        return null;
    }
}
