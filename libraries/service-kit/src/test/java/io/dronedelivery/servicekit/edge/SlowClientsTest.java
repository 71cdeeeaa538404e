package io.dronedelivery.servicekit.edge;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Two hundred clients that are slow in four ways, and one that is not. */
@SpringBootTest(
        classes = EdgeApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.config.import=classpath:service-kit.yml",
            "spring.application.name=slow-clients",
            "service-kit.connections.idle-timeout=2s",
            "service-kit.connections.head-timeout=2s",
            "service-kit.connections.body-timeout=2s",
            "service-kit.connections.write-timeout=2s"
        })
class SlowClientsTest {

    private static final int EACH = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @LocalServerPort
    int port;

    @Test
    void slow_clients_are_closed_and_take_no_answer_from_another() throws IOException {
        List<RawConnection> ended = new ArrayList<>();
        List<RawConnection> notReading = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            ended.add(new RawConnection(port));
            ended.add(new RawConnection(port).send("GET /echo/a HTTP/1.1\r\nHo"));
            ended.add(new RawConnection(port)
                    .send("POST /bodies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\npiece"));
            notReading.add(new RawConnection(port).get("/large"));
            awaitAnswer();
        }
        for (RawConnection client : ended) {
            client.awaitEnd();
        }
        for (RawConnection client : notReading) {
            await().atMost(TIMEOUT).until(() -> isRefused(client));
        }
        awaitAnswer();
        for (RawConnection client : ended) {
            client.close();
        }
        for (RawConnection client : notReading) {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bodies", "/nothing"})
    void a_body_that_comes_byte_by_byte_has_no_more_time_than_another(String path) throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
            // One byte in each twentieth of a second.
            await().pollInterval(Duration.ofMillis(50)).atMost(TIMEOUT).until(() -> isRefused(client));
        }
    }

    private void awaitAnswer() {
        await().pollDelay(Duration.ZERO).atMost(TIMEOUT).until(this::isAnswered);
    }

    /** Not one who, on a busy machine, was slow itself. */
    private boolean isAnswered() {
        try (RawConnection healthy = new RawConnection(port)) {
            return healthy.get("/echo/a").answer().body().equals("a");
        } catch (IOException closed) {
            return false;
        }
    }

    private static boolean isRefused(RawConnection client) {
        try {
            client.send("x");
            return false;
        } catch (IOException closed) {
            return true;
        }
    }
}
