package io.dronedelivery.promise.load;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.TestCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Settles the account at the end: waits until the cluster is quiet and compares. */
public final class LineAccount {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final int EXAMPLES = 5;

    private final TestCluster cluster;
    private final Ledger ledger;
    private final Duration patience;

    public LineAccount(TestCluster cluster, Ledger ledger) {
        this(cluster, ledger, PATIENCE);
    }

    /** @param patience how long what is missing is waited for */
    public LineAccount(TestCluster cluster, Ledger ledger, Duration patience) {
        this.cluster = cluster;
        this.ledger = ledger;
        this.patience = patience;
    }

    public int lines() throws SQLException {
        return compare().lines();
    }

    /** The deliveries that were accepted and are on no invoice now. */
    public List<String> missing() throws SQLException {
        return compare().missing();
    }

    /**
     * Waits for quiet and checks everything: a line for every accepted order and none besides, no dead letter but for those that were
     * meant to be, and at the gateway what is in the database.
     *
     * @return how long it took until every accepted order had its line
     * @throws AssertionError saying what is wrong
     */
    public Duration settle() throws SQLException {
        long start = System.nanoTime();
        try {
            Awaitility.await("a line for every accepted order")
                    .atMost(patience)
                    .until(() -> compare().isComplete());
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(describe(compare()), late);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        int lines = lines();
        // Quiet is when nothing comes any more.
        Awaitility.await("no further lines")
                .during(QUIET)
                .atMost(patience.plus(QUIET))
                .until(() -> lines() == lines);
        Comparison comparison = compare();
        if (!comparison.wrong().isEmpty() || !comparison.isComplete()) {
            throw new AssertionError(describe(comparison));
        }
        nothingIsLeft("dead letters", () -> DeadLetters.differences(cluster, ledger));
        nothingIsLeft("months", this::differences);
        return took;
    }

    private void nothingIsLeft(String what, Callable<List<String>> differences) {
        AtomicReference<List<String>> last = new AtomicReference<>(List.of());
        try {
            Awaitility.await(what + " to be as they should")
                    .atMost(patience)
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptions()
                    .until(() -> {
                        List<String> now = differences.call();
                        last.set(now);
                        return now.isEmpty();
                    });
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(what + " are not as they should be: " + last.get(), late);
        }
    }

    private Comparison compare() throws SQLException {
        try (Connection database = cluster.database()) {
            return Comparison.of(ledger, database);
        }
    }

    private List<String> differences() throws SQLException, IOException, InterruptedException {
        try (Connection database = cluster.database()) {
            return Months.differences(cluster.url(ClusterPart.GATEWAY), cluster.headers(), database);
        }
    }

    private String describe(Comparison comparison) {
        StringBuilder text = new StringBuilder("%d accepted, %d lines, %d without a line, %d other faults; logs in %s%n"
                .formatted(
                        comparison.accepted(),
                        comparison.lines(),
                        comparison.missing().size(),
                        comparison.wrong().size(),
                        cluster.directory()));
        comparison.missing().stream()
                .limit(EXAMPLES)
                .forEach(deliveryId -> text.append("without a line: ")
                        .append(deliveryId)
                        .append(" ")
                        .append(stateOf(deliveryId))
                        .append('\n'));
        comparison.wrong().stream()
                .limit(EXAMPLES)
                .forEach(wrong -> text.append(wrong).append('\n'));
        return text.toString();
    }

    private String stateOf(String deliveryId) {
        try {
            return Http.call(
                            "GET",
                            cluster.url(ClusterPart.GATEWAY) + "/api/v1/deliveries/" + deliveryId,
                            cluster.headers())
                    .body();
        } catch (IOException e) {
            return "(" + e + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "(interrupted)";
        }
    }
}
