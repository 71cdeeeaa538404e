package io.dronedelivery.localstack.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Settles the account at the end: waits until the house is quiet and compares. */
final class Account {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final int EXAMPLES = 5;

    private final House house;
    private final Ledger ledger;

    Account(House house, Ledger ledger) {
        this.house = house;
        this.ledger = ledger;
    }

    /** How many lines there are now. */
    int lines() throws SQLException {
        return compare().lines();
    }

    /**
     * Waits for quiet and checks everything.
     *
     * @return how long it took until every accepted order had its line
     */
    Duration settle() throws Exception {
        long start = System.nanoTime();
        try {
            Awaitility.await("a line for every accepted order")
                    .atMost(PATIENCE)
                    .until(() -> compare().isComplete());
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(describe(compare()), late);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        int lines = lines();
        // Quiet is when nothing comes any more.
        Awaitility.await("no further lines").during(QUIET).atMost(PATIENCE).until(() -> lines() == lines);
        Comparison comparison = compare();
        assertThat(comparison.wrong().isEmpty() && comparison.isComplete())
                .as(describe(comparison))
                .isTrue();
        Awaitility.await("every month to show what the invoices say")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(differences()).isEmpty());
        return took;
    }

    private Comparison compare() throws SQLException {
        try (Connection database = house.database()) {
            return Comparison.of(ledger, database);
        }
    }

    private List<String> differences() throws SQLException, IOException, InterruptedException {
        try (Connection database = house.database()) {
            return Months.differences(house.url(Part.GATEWAY), house.headers(), database);
        }
    }

    private String describe(Comparison comparison) {
        StringBuilder text = new StringBuilder("%d accepted, %d lines, %d without a line, %d other faults; logs in %s%n"
                .formatted(
                        comparison.accepted(),
                        comparison.lines(),
                        comparison.missing().size(),
                        comparison.wrong().size(),
                        house.directory()));
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
            return Http.call("GET", house.url(Part.GATEWAY) + "/api/v1/deliveries/" + deliveryId, house.headers())
                    .body();
        } catch (IOException e) {
            return "(" + e + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "(interrupted)";
        }
    }
}
