package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@EdgeServiceTest
class CallerGoneTest {

    private static final String BEGINNING = """
            POST /parcels HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: 100\r
            \r
            {"size":\
            """;

    @LocalServerPort
    int port;

    @Autowired
    MeterRegistry registry;

    @Test
    void a_caller_that_leaves_in_the_middle_of_a_body_is_not_logged_as_an_error() throws IOException {
        long before = abandoned();

        try (RecordedLog log = RecordedLog.ofEdge()) {
            leave();

            await().atMost(Duration.ofSeconds(30)).until(() -> abandoned() > before);
            assertThat(log.from(Level.ERROR)).isEmpty();
        }
    }

    private void leave() throws IOException {
        try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), port)) {
            caller.getOutputStream().write(BEGINNING.getBytes(StandardCharsets.US_ASCII));
            caller.getOutputStream().flush();
            await().atMost(Duration.ofSeconds(30)).until(() -> active() > 0);
        }
    }

    private int active() {
        return registry.find("http.server.requests.active").longTaskTimers().stream()
                .mapToInt(timer -> timer.activeTasks())
                .sum();
    }

    private long abandoned() {
        return registry.find("http.server.requests").tag("outcome", "UNKNOWN").timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }
}
