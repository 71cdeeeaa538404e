package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.Http;
import io.dronedelivery.promise.house.Http.Answer;
import io.dronedelivery.promise.house.Part;
import io.dronedelivery.promise.load.DeadLetters;
import io.dronedelivery.promise.load.DeadLetters.Letter;
import io.dronedelivery.promise.load.Order;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One completion cannot be billed for a while, goes to the dead letters, and somebody throws the letter away. An audit finds it. */
public final class DiscardedLetter implements Trouble {

    private int number;

    @Override
    public String kind() {
        return "discarded letter";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        String owner = "keyed-doomed-" + number++;
        execute(
                scene,
                "ALTER TABLE invoice_line ADD CONSTRAINT not_now CHECK (invoice_id NOT LIKE '%s%%') NOT VALID"
                        .formatted(owner));
        try {
            String deliveryId = accepted(scene, doomed(owner));
            Awaitility.await("the dead letter of " + deliveryId)
                    .atMost(Scene.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> isDiscarded(scene, deliveryId));
        } finally {
            execute(scene, "ALTER TABLE invoice_line DROP CONSTRAINT not_now");
        }
        return "a dead letter was thrown away";
    }

    private static boolean isDiscarded(Scene scene, String deliveryId) throws Exception {
        Optional<Letter> letter = DeadLetters.of(scene.house(), Part.INVOICE_SERVICE).stream()
                .filter(found -> found.eventId().equals(deliveryId + ":completed"))
                .findFirst();
        return letter.isPresent()
                && Http.post(
                                        letter.get().url() + "/discard",
                                        "{\"why\": \"a test of the audit\"}",
                                        scene.house().headers())
                                .status()
                        == 200;
    }

    private static String accepted(Scene scene, Order order) {
        String[] headers = Stream.concat(
                        Stream.of("Idempotency-Key", order.key().orElseThrow()),
                        Stream.of(scene.house().headers()))
                .toArray(String[]::new);
        Answer answer = Awaitility.await("an answer")
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> Http.post(scene.house().url(Part.GATEWAY) + "/api/v1/deliveries", order.json(), headers),
                        found -> found.status() == 202);
        String deliveryId = answer.json().get("deliveryId").asString();
        scene.ledger().accepted(deliveryId, order);
        return deliveryId;
    }

    private static Order doomed(String owner) {
        return new Order(Optional.of(owner), owner, 47.64, -122.13, 47.61, -122.33, List.of(125, 75), false);
    }

    private static void execute(Scene scene, String sql) throws Exception {
        try (Connection database = scene.house().database();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
