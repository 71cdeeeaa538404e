package io.dronedelivery.loadtest.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the log that the Gatling in use writes. */
class GatlingTest {

    @TempDir
    Path directory;

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private ExecutorService threads;
    private HttpServer server;

    @BeforeEach
    void start_server_that_refuses_every_other_request() throws IOException {
        threads = Executors.newCachedThreadPool();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            boolean refuse = (answered.get() + refused.get()) % 2 == 1;
            (refuse ? refused : answered).incrementAndGet();
            exchange.sendResponseHeaders(refuse ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop_server() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void log_has_every_response_and_every_user() throws Exception {
        String classPath = System.getProperty(
                "surefire.test.class.path", ManagementFactory.getRuntimeMXBean().getClassPath());
        URI base = URI.create("http://localhost:" + server.getAddress().getPort());
        Load load;
        try (Children children = new Children()) {
            load = new Gatling(children, classPath, directory)
                    .run(base, Duration.ofSeconds(6), Map.of("pause", "200ms"), since -> {});
        }

        assertThat(load.successful()).isEqualTo(answered.get());
        assertThat(load.failed()).isEqualTo(refused.get()).isPositive();
        assertThat(Series.max(load.usersPerSecond())).isEqualTo(41);
        assertThat(load.durations().average()).isPositive();
        assertThat(load.responses())
                .filteredOn(response -> !response.ok())
                .allSatisfy(response -> assertThat(response.message()).contains("503"));
    }
}
