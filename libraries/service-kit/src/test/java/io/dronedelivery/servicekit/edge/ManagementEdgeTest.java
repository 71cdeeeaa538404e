package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.servicekit.edge.EdgeApplication.Gate;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Whoever reaches the management port finds the same edge as on the API's, with room of its own. */
class ManagementEdgeTest {

    private static final String HEALTH = "/actuator/health/liveness";

    @Test
    void a_client_that_sends_without_end_is_held_back() throws IOException {
        try (ConfigurableApplicationContext service = start();
                Flood flood = new Flood(management(service), "/internal/never");
                RawConnection other = new RawConnection(management(service))) {
            assertThat(flood.taken()).isLessThan(Flood.TOO_MUCH);
            assertThat(other.get(HEALTH).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void a_head_that_never_ends_has_its_time_and_so_has_a_connection_that_sends_nothing() throws IOException {
        try (ConfigurableApplicationContext service = start(
                        "--service-kit.connections.head-timeout=300ms",
                        "--service-kit.connections.idle-timeout=300ms");
                RawConnection silent = new RawConnection(management(service))) {
            Attempts.untilAsserted(() -> assertHeadTimesOut(management(service)));
            silent.awaitEnd();
        }
    }

    private static void assertHeadTimesOut(int port) throws IOException {
        try (RawConnection slow = new RawConnection(port)) {
            RawAnswer answer =
                    slow.send("GET " + HEALTH + " HTTP/1.1\r\nHost: local").answer();

            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains(":request-timeout").contains("header fields");
            slow.awaitEnd();
        }
    }

    @Test
    void what_two_servers_could_read_differently_is_refused() throws IOException {
        try (ConfigurableApplicationContext service = start();
                RawConnection client = new RawConnection(management(service))) {
            RawAnswer answer = client.send("GET " + HEALTH + " HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
            client.awaitEnd();
        }
    }

    @Test
    void neither_port_takes_a_connection_from_the_other() throws IOException {
        try (ConfigurableApplicationContext service = start("--service-kit.connections.max=3")) {
            List<RawConnection> clients = new ArrayList<>();
            Gate gate = service.getBean(Gate.class);
            try {
                for (int i = 0; i < 3; i++) {
                    clients.add(new RawConnection(api(service)).get("/gate"));
                }
                awaitWaiting(3, gate);
                awaitStatus(503, api(service), "/echo/a");
                assertThat(status(management(service), HEALTH)).isEqualTo(200);
                clients.remove(0).close();
                awaitStatus(200, api(service), "/echo/a");
                // One more than there is room for: the one that asked for the health may not be gone yet.
                for (int i = 0; i < 4; i++) {
                    clients.add(new RawConnection(management(service)).get("/internal/gate"));
                }
                awaitWaiting(2 + 3, gate);
                awaitStatus(503, management(service), HEALTH);
                awaitStatus(200, api(service), "/echo/a");
            } finally {
                for (RawConnection client : clients) {
                    client.close();
                }
            }
        }
    }

    @Test
    void connections_of_the_management_port_do_not_hold_up_the_end() throws IOException {
        ConfigurableApplicationContext service = start("--spring.lifecycle.timeout-per-shutdown-phase=5m");
        int port = management(service);
        try (RawConnection fresh = new RawConnection(port);
                RawConnection used = new RawConnection(port);
                RawConnection begun = new RawConnection(port);
                RawConnection ofApi = new RawConnection(api(service))) {
            assertThat(used.get(HEALTH).answer().status()).isEqualTo(200);
            begun.send("GET " + HEALTH + " HTTP/1.1\r\nHost: ");
            assertThat(ofApi.get("/echo/before").answer().body()).isEqualTo("before");

            CompletableFuture<Void> end = CompletableFuture.runAsync(service::close, task -> new Thread(task).start());

            assertThat(end).succeedsWithin(Duration.ofSeconds(30));
            fresh.awaitEnd();
            used.awaitEnd();
            begun.awaitEnd();
            assertThat(ofApi.answer().status()).isEqualTo(408);
        }
    }

    /** A connection whose request has not been read yet is idle, and would make room for the next one. */
    private static void awaitWaiting(int requests, Gate gate) {
        await().atMost(Duration.ofSeconds(30)).until(() -> gate.waiting() == requests);
    }

    private static void awaitStatus(int status, int port, String path) {
        await().atMost(Duration.ofSeconds(30)).until(() -> status(port, path) == status);
    }

    private static int status(int port, String path) throws IOException {
        try (RawConnection client = new RawConnection(port)) {
            return client.get(path).answer().status();
        } catch (SocketException reset) {
            // The request came after the refusal, which was lost with the connection.
            return 0;
        }
    }

    private static ConfigurableApplicationContext start(String... settings) {
        return new SpringApplicationBuilder(EdgeApplication.class)
                .properties(
                        "spring.config.import=classpath:service-kit.yml",
                        "spring.application.name=edge",
                        "server.port=0",
                        "management.server.port=0")
                .run(settings);
    }

    private static int api(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static int management(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }
}
