package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.KafkaBroker;
import io.dronedelivery.promise.load.DeadLetters;
import io.dronedelivery.promise.load.DeadLetters.Letter;
import io.dronedelivery.promise.load.LineAccount;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The handler of one event alone never ends, because somebody holds the row that it has to write. It is parked, and once the row is free an
 * operator sends it again.
 *
 * @param parking after how much time such an event is parked
 */
public record StuckEvent(Duration parking) implements Fault {

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        String owner = "keyed-stuck-" + scene.ledger().sentCount();
        String eventId;
        long start = System.nanoTime();
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            // Whoever writes the same row waits for the end of this transaction, up to his statement's 5 s.
            statement.execute("INSERT INTO owner (owner_id) VALUES ('%s')".formatted(owner));
            String deliveryId = scene.accepted(owner);
            eventId = deliveryId + ":completed";
            // On Service Bus the other keys of its lane wait with it.
            if (scene.cluster().broker() instanceof KafkaBroker) {
                allOthersAreBilled(scene, deliveryId);
            }
            awaitParked(scene, eventId);
            database.rollback();
        }
        Duration parked = Duration.ofNanos(System.nanoTime() - start);
        Awaitility.await(eventId + " to be sent again")
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(() -> DeadLetters.handled(scene.cluster(), ClusterPart.INVOICE_SERVICE, eventId, "resend", ""));
        return new StruckFault(
                "stuck event",
                "an event whose handler never ended was parked after %d s, and sent again"
                        .formatted(parked.toSeconds()));
    }

    private static void allOthersAreBilled(Scene scene, String deliveryId) throws SQLException {
        LineAccount account = new LineAccount(scene.cluster(), scene.ledger());
        scene.load().settle();
        List<String> alone = List.of(deliveryId);
        List<String> waiting = alone;
        try {
            Awaitility.await()
                    .atMost(Scene.PATIENCE)
                    .until(() -> account.missing().equals(alone));
        } catch (ConditionTimeoutException others) {
            waiting = account.missing();
        }
        scene.check(
                "an event that is stuck holds up no other key",
                waiting.equals(alone),
                "%s is stuck; without a line: %s",
                deliveryId,
                waiting);
        scene.load().goOn();
    }

    /** While others are done; with a third of the time for each failure at most. */
    private void awaitParked(Scene scene, String eventId) {
        Letter letter = Awaitility.await("the dead letter of " + eventId)
                .atMost(parking.multipliedBy(2).plus(Scene.PATIENCE))
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .until(
                        () -> DeadLetters.find(scene.cluster(), ClusterPart.INVOICE_SERVICE, eventId),
                        Optional::isPresent)
                .orElseThrow();
        scene.check(
                "an event that alone is never done is parked",
                letter.reason().equals("Parked"),
                "%s: %s",
                letter.reason(),
                letter.description());
    }
}
