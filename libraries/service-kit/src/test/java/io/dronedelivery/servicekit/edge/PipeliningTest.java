package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Clients that send requests without waiting for the answers. */
@EdgeServiceTest
class PipeliningTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private static final String REQUEST = "GET /echo/%s HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @LocalServerPort
    int port;

    @Test
    void a_thousand_requests_sent_ahead_are_answered_in_their_order() throws Exception {
        try (RawConnection client = new RawConnection(port)) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendThousand(client), A_THREAD_EACH);
            for (int i = 0; i < 1_000; i++) {
                assertThat(client.answer().body()).isEqualTo("r" + i);
            }
            sent.get();
        }
    }

    @Test
    void a_client_that_sends_without_end_is_held_back_and_others_are_served() throws IOException {
        try (Flood flood = new Flood(port, "/never");
                RawConnection other = new RawConnection(port)) {
            assertThat(flood.taken()).isLessThan(Flood.TOO_MUCH);
            assertThat(other.get("/echo/other").answer().body()).isEqualTo("other");
        }
    }

    private static void sendThousand(RawConnection client) {
        try {
            for (int i = 0; i < 1_000; i++) {
                client.send(REQUEST.formatted("r" + i));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
