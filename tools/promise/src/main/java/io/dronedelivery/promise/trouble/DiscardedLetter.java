package io.dronedelivery.promise.trouble;

import io.dronedelivery.promise.house.Http;
import io.dronedelivery.promise.house.Part;
import io.dronedelivery.promise.load.DeadLetters;
import io.dronedelivery.promise.load.DeadLetters.Letter;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Optional;
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
            String deliveryId = SingleOrder.of(owner).accepted(scene);
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

    private static void execute(Scene scene, String sql) throws Exception {
        try (Connection database = scene.house().database();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
