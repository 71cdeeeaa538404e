package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.load.DeadLetters;
import java.sql.Connection;
import java.sql.Statement;
import org.awaitility.Awaitility;

/** One completion cannot be billed for a while, goes to the dead letters, and somebody throws the letter away. An audit finds it. */
public final class DiscardedDeadLetter implements Fault {

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
        return DeadLetters.handled(
                scene.cluster(),
                ClusterPart.INVOICE_SERVICE,
                deliveryId + ":completed",
                "discard",
                "{\"why\": \"a test of the audit\"}");
    }

    private static void execute(Scene scene, String sql) throws Exception {
        try (Connection database = scene.cluster().database();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
