package io.dronedelivery.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.http.TestServer;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.localauth.LocalAuth;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the simulation as the Maven plugin does, in a JVM of its own, against a server that counts. */
@Tag("whole")
class StepLoadSimulationTest {

    @TempDir
    Path results;

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<String> authorizations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private TestServer server;

    @BeforeEach
    void start_server() {
        server = TestServer.start(exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status.get(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @AfterEach
    void stop_server() {
        server.close();
    }

    @Test
    void more_and_more_users_ask_for_the_months_of_all_owners() throws Exception {
        // Long enough for the last user to come before the end on a busy machine, too.
        assertThat(simulate("-Downers=5", "-Dpause=100ms", "-Dduration=15s")).isZero();

        assertThat(asked).allMatch(path -> path.matches("/api/v1/owners/o-[1-5]/invoices/202[56]/\\d{1,2}"));
        // Each of the 41 users asks at least once; the first alone asks no more than 30 times.
        assertThat(asked.size()).isGreaterThanOrEqualTo(41);
        assertThat(authorizations).containsOnly("null");
        assertThat(asked).contains("/api/v1/owners/o-1/invoices/2025/1", "/api/v1/owners/o-5/invoices/2025/5");
    }

    @Test
    void a_failed_request_fails_the_run() throws Exception {
        status.set(503);

        assertThat(simulate("-Dpause=200ms")).isEqualTo(2);
    }

    @Test
    void no_user_begins_where_nothing_listens() throws Exception {
        server.close();

        // 2 would be that of requests that failed.
        assertThat(simulate()).isEqualTo(1);
    }

    @Test
    void every_request_has_a_token_of_the_issuer() throws Exception {
        try (LocalAuth auth = LocalAuth.start()) {
            assertThat(simulate(
                            "-Dpause=200ms",
                            "-Dauth.token-url=" + auth.tokenUrl(),
                            "-Dauth.client-id=operator",
                            "-Dauth.client-secret=local"))
                    .isZero();
        }

        assertThat(authorizations).isNotEmpty().allMatch(header -> header.matches("Bearer [\\w.-]{100,}"));
    }

    private int simulate(String... settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Children.SHORT_LIVED);
        command.addAll(List.of(
                "-Xmx256m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path",
                        ManagementFactory.getRuntimeMXBean().getClassPath()),
                "-Dbase.url=" + server.url(),
                "-Dduration=5s"));
        command.addAll(List.of(settings));
        command.addAll(List.of(
                "io.gatling.app.Gatling", "-s", StepLoadSimulation.class.getName(), "-rf", results.toString(), "-nr"));
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
