package io.dronedelivery.localstack.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.option.Broker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/** What no crash of ours can do, and happens all the same: commits that a database lost, and a dead letter that somebody has deleted. */
@DisabledIfSystemProperty(
        named = "promise.broker",
        matches = "(?!kafka$).+",
        disabledReason = "the other broker was asked for")
class ReconciliationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int ORDERS = 60;
    private static final int LOST = 10;
    private static final String DEAD_LETTERS = "delivery-completions.invoice-service.dead-letters";

    private final Ledger ledger = new Ledger();

    @Test
    void an_audit_has_everything_billed_exactly_once_that_was_lost_on_the_way() throws Exception {
        try (House house = House.start(Broker.KAFKA, Path.of("target", "reconciliation"))) {
            Account account = new Account(house, ledger);
            try (Load load = new Load(
                    house.url(Part.GATEWAY) + "/api/v1/deliveries", ledger, 15, "audited", 4711, house.headers())) {
                load.awaitSent(ORDERS / 2);
                loseADeadLetter(house);
                load.awaitSent(ORDERS / 2);
                load.settle();
            }
            Awaitility.await("all lines but the one")
                    .atMost(PATIENCE)
                    .until(() -> account.lines() >= ledger.acceptedCount() - 1);
            assertThat(loseCommits(house)).isEqualTo(2 * LOST);

            JsonNode first = audit(house);

            assertThat(first.get("withoutLine").asInt()).as(first.toString()).isGreaterThanOrEqualTo(LOST + 1);
            assertThat(first.get("sentAgain").asInt()).as(first.toString()).isGreaterThanOrEqualTo(LOST + 1);
            account.settle();
            Awaitility.await("an audit that finds all that was accepted, and nothing missing")
                    .atMost(PATIENCE)
                    .until(
                            () -> audit(house),
                            report -> report.get("withoutLine").asInt() == 0
                                    && report.get("deliveries").asInt() >= ledger.acceptedCount());
        }
    }

    /** As a failover to a state of some seconds ago: line and inbox row, which are one transaction, are gone. */
    private static int loseCommits(House house) throws Exception {
        String some = "SELECT delivery_id FROM invoice_line ORDER BY delivery_id LIMIT " + LOST;
        try (Connection database = house.database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            int rows = statement.executeUpdate(
                    "DELETE FROM inbox WHERE event_id IN (SELECT delivery_id || ':completed' FROM (" + some
                            + ") AS lost)");
            rows += statement.executeUpdate("DELETE FROM invoice_line WHERE delivery_id IN (" + some + ")");
            database.commit();
            return rows;
        }
    }

    /** One completion cannot be billed for a while, goes to the dead letters, and is deleted from there. */
    private void loseADeadLetter(House house) throws Exception {
        execute(
                house,
                "ALTER TABLE invoice_line ADD CONSTRAINT not_now CHECK (invoice_id NOT LIKE 'keyed-doomed-%') NOT VALID");
        Order doomed = ofTheDoomed();
        Awaitility.await("an answer")
                .atMost(PATIENCE)
                .until(() -> post(house, doomed).status() == 202);
        try (Admin admin = Admin.create(house.broker().settings().entrySet().stream()
                .filter(setting -> setting.getKey().endsWith("bootstrap-servers"))
                .collect(Collectors.toMap(setting -> "bootstrap.servers", Map.Entry::getValue)))) {
            Awaitility.await("a dead letter")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> deleted(admin) > 0);
        }
        execute(house, "ALTER TABLE invoice_line DROP CONSTRAINT not_now");
    }

    private Answer post(House house, Order order) throws Exception {
        String[] headers = Stream.concat(
                        Stream.of("Idempotency-Key", order.key().orElseThrow()), Stream.of(house.headers()))
                .toArray(String[]::new);
        Answer answer = Http.post(house.url(Part.GATEWAY) + "/api/v1/deliveries", order.json(), headers);
        if (answer.status() == 202) {
            ledger.accepted(answer.json().get("deliveryId").asString(), order);
        }
        return answer;
    }

    private static Order ofTheDoomed() {
        return new Order(
                Optional.of("doomed"), "keyed-doomed", 47.64, -122.13, 47.61, -122.33, List.of(125, 75), false);
    }

    /** How many dead letters there were. */
    private static long deleted(Admin admin) throws Exception {
        List<TopicPartition> partitions =
                admin
                        .describeTopics(List.of(DEAD_LETTERS))
                        .allTopicNames()
                        .get()
                        .get(DEAD_LETTERS)
                        .partitions()
                        .stream()
                        .map(partition -> new TopicPartition(DEAD_LETTERS, partition.partition()))
                        .toList();
        long all = 0;
        for (TopicPartition partition : partitions) {
            long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
            if (end > 0) {
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end)))
                        .all()
                        .get();
            }
            all += end;
        }
        return all;
    }

    private static void execute(House house, String sql) throws Exception {
        try (Connection database = house.database();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /** An audit of all that was not changed in this second, when it has ended. */
    private static JsonNode audit(House house) {
        String audits = house.url(Part.DELIVERY_SERVICE) + "/internal/reconciliation";
        Instant now = Instant.now();
        // The database's clock goes in seconds.
        Awaitility.await().atMost(PATIENCE).until(() -> Instant.now().isAfter(now.plusSeconds(2)));
        Answer begun = call("POST", audits + "?from=" + now.minusSeconds(3600) + "&to=" + now.plusSeconds(60), house);
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String report = audits + "/" + begun.json().get("id").asString();
        return Awaitility.await("the end of the audit")
                .atMost(PATIENCE)
                .until(
                        () -> call("GET", report, house).json(),
                        end -> end.get("status").asString().equals("done"));
    }

    private static Answer call(String method, String url, House house) {
        try {
            return Http.call(method, url, house.headers());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
