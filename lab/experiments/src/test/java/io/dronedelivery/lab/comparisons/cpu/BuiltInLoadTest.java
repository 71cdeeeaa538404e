package io.dronedelivery.lab.comparisons.cpu;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.CpuTarget;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class BuiltInLoadTest {

    private static final Duration SHORT = Duration.ofSeconds(2);

    private final DisposableServer server = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get("/whole", (request, response) -> response.sendString(Mono.just("{\"a\":1}")))
                    .get("/refused", (request, response) -> response.status(503).sendString(Mono.just("{\"a\":1}")))
                    .get("/cut", (request, response) -> response.sendString(Mono.just("{\"a\":")))
                    .get("/empty", (request, response) -> response.send()))
            .bindNow();

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    @Test
    void every_whole_answer_counts() throws Exception {
        LoadGenerator.Load load = drive("/whole");

        assertThat(load.requests()).isGreaterThanOrEqualTo(4);
        assertThat(load.elapsed()).isGreaterThanOrEqualTo(SHORT);
        assertThat(load.p50Millis()).isPositive().isLessThanOrEqualTo(load.p99Millis());
    }

    @Test
    void an_answer_that_is_not_200_fails_the_run() {
        assertThatIOException().isThrownBy(() -> drive("/refused")).withMessageContaining("503");
    }

    @Test
    void an_answer_that_is_cut_short_fails_the_run() {
        assertThatIOException().isThrownBy(() -> drive("/cut")).withMessageContaining("5 bytes where 7 were expected");
    }

    @Test
    void an_empty_answer_fails_the_run() {
        assertThatIOException()
                .isThrownBy(() -> drive("/empty"))
                .withMessageContaining("0 bytes where 7 were expected");
    }

    private LoadGenerator.Load drive(String path) throws IOException, InterruptedException {
        CpuTarget target = new CpuTarget(URI.create("http://127.0.0.1:" + server.port() + path), null);
        return new BuiltInLoad(4).drive(target, "{\"a\":1}".getBytes(UTF_8), SHORT);
    }
}
