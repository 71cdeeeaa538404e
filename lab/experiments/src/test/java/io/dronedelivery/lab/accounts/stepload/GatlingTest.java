package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.http.TestServer;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the log that the Gatling in use writes. */
@Tag("whole")
class GatlingTest {

    @TempDir
    Path directory;

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private TestServer server;

    @BeforeEach
    void start_server_that_refuses_every_other_request() {
        server = TestServer.start(exchange -> {
            boolean refuse = (answered.get() + refused.get()) % 2 == 1;
            (refuse ? refused : answered).incrementAndGet();
            exchange.sendResponseHeaders(refuse ? 503 : 200, -1);
            exchange.close();
        });
    }

    @AfterEach
    void stop_server() {
        server.close();
    }

    @Test
    void log_has_every_response_and_every_user() throws Exception {
        String classPath = Gatling.classPath(Path.of(System.getProperty("lab.load-test")));
        URI base = URI.create(server.url());
        GatlingLoad load;
        try (Children children = new Children()) {
            load = new Gatling(children, Children.SHORT_LIVED, classPath, directory)
                    // Long enough for all users to meet on a busy machine, too.
                    .run(base, Duration.ofSeconds(15), Map.of("pause", "200ms"), since -> {});
        }

        assertThat(load.successful()).isEqualTo(answered.get());
        assertThat(load.failed()).isEqualTo(refused.get()).isPositive();
        assertThat(SampleSeries.max(load.usersPerSecond())).isEqualTo(41);
        assertThat(load.durations().average()).isPositive();
        assertThat(load.responses())
                .filteredOn(response -> !response.ok())
                .allSatisfy(response -> assertThat(response.message()).contains("503"));
    }
}
