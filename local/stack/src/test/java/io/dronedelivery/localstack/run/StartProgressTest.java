package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartProgressTest {

    /** For a busy machine; only a failure takes so long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StartProgress progress =
            new StartProgress(new PrintStream(printed, true, StandardCharsets.UTF_8), Duration.ofMillis(50));

    @Test
    void what_takes_long_is_named_until_it_is_done() {
        StartProgress.StartStep gateway = progress.begin("gateway-1");
        StartProgress.StartStep service = progress.begin("drone-service-1");
        try (var reminder = progress.remind()) {
            await().atMost(TIMEOUT).until(() -> text().contains("still to come       gateway-1, drone-service-1"));

            gateway.done("started");
            await().atMost(TIMEOUT).until(() -> text().contains("still to come       drone-service-1"));

            service.done("started");
        }
        assertThat(text().lines().filter(line -> line.contains("started in"))).hasSize(2);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
