package io.dronedelivery.promise.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.StackProcess;
import io.dronedelivery.localstack.run.ClaimedPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory across {@code kill -9} of everything under load, restarts and second starters. */
@Tag("whole")
class KeptStateIT {

    private static final String LOADED = "documents loaded";
    private static final int ANY_PORT = 0;
    private static final int ORDERS_PER_SECOND = 6;
    private static final int ORDERS_BEFORE_THE_KILL = 30;

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private Path root;

    private final Ledger ledger = new Ledger();
    private int gatewayPort;

    @BeforeEach
    void chooseGatewayPort() throws IOException {
        gatewayPort = ClaimedPorts.one();
    }

    @Test
    void state_survives_kills_under_load_and_belongs_to_one_stack_at_a_time() throws Exception {
        try (StackProcess first = start("first").awaitReady();
                OrderLoad load = load()) {
            first.assertStartedWithoutWarning();
            assertThat(first.text()).contains(LOADED);
            String sample = body(first);
            load.awaitSent(ORDERS_BEFORE_THE_KILL);
            first.killEverything();

            try (StackProcess second = start("second").awaitReady()) {
                assertThat(second.text()).doesNotContain(LOADED);
                assertThat(body(second)).isEqualTo(sample);
                load.settle();
                awaitALineForEveryAcceptedOrder(second);
                assertIsRefused(start("other", ANY_PORT), "is in use by process " + second.pid());

                List<ProcessHandle> orphans = second.postgresProcesses();
                second.kill();
                assertThat(orphans).isNotEmpty().anyMatch(ProcessHandle::isAlive);

                try (StackProcess third = start("third").awaitReady()) {
                    assertThat(orphans).noneMatch(ProcessHandle::isAlive);
                    assertThat(body(third)).isEqualTo(sample);
                    awaitALineForEveryAcceptedOrder(third);
                    assertThat(third.stop()).isEqualTo(143);
                    third.assertNothingIsLeftBehind();
                }
            }
        }
        assertIsRefused(
                start("different", ANY_PORT, "--local.sample.deliveries=700"),
                "--local.sample.deliveries=700",
                "was made with 600");
    }

    private void assertIsRefused(StackProcess stack, String... reasons) throws IOException, InterruptedException {
        try (stack) {
            assertThat(stack.exitCode()).isEqualTo(2);
            assertThat(stack.text()).contains(reasons);
            stack.assertNothingIsLeftBehind();
        }
    }

    private void awaitALineForEveryAcceptedOrder(StackProcess stack) throws SQLException {
        Awaitility.await("a line for every accepted order")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(compare(stack).missing()).isEmpty());
        assertThat(compare(stack).accepted()).isPositive();
        assertThat(compare(stack).wrong()).isEmpty();
    }

    private Comparison compare(StackProcess stack) throws SQLException {
        Matcher url = Pattern.compile("jdbc:postgresql://\\S+").matcher(stack.text());
        assertThat(url.find()).as(stack::text).isTrue();
        try (Connection database = DriverManager.getConnection(url.group())) {
            return Comparison.of(
                    ledger,
                    Comparison.lines(database).stream()
                            .filter(line -> Order.isOwner(line.ownerId()))
                            .toList());
        }
    }

    private OrderLoad load() {
        return new OrderLoad(
                List.of("http://localhost:" + gatewayPort + "/api/v1/deliveries"),
                ledger,
                ORDERS_PER_SECOND,
                "kept",
                4711);
    }

    /** At the port that the load knows. */
    private StackProcess start(String run) throws IOException {
        return start(run, gatewayPort);
    }

    private StackProcess start(String run, int port, String... deliveries) throws IOException {
        String[] options = {
            "--local.data-dir=" + root.resolve("state"),
            "--local.port.gateway=" + port,
            "--local.sample.owners=5",
            "--local.sample.months=3",
            deliveries.length > 0 ? deliveries[0] : "--local.sample.deliveries=600",
            "--delivery.outbox.sweep-interval=2s",
            "--delivery.outbox.older-than=5s"
        };
        return StackProcess.start(root.resolve(run), options);
    }

    private static String body(StackProcess stack) {
        return Http.getWhole(stack.urlsToTry().get(0)).body();
    }
}
