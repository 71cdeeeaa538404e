package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.load.DeadLetters;
import org.awaitility.Awaitility;

/** One completion cannot be billed for a while, goes to the dead letters, and somebody throws the letter away. An audit finds it. */
public final class DiscardedDeadLetter implements Fault {

    private int number;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        String owner = "keyed-doomed-" + number++;
        scene.execute("ALTER TABLE invoice_line ADD CONSTRAINT not_now CHECK (invoice_id NOT LIKE '%s%%') NOT VALID"
                .formatted(owner));
        try {
            String deliveryId = scene.accepted(owner);
            Awaitility.await("the dead letter of " + deliveryId)
                    .atMost(Scene.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> isDiscarded(scene, deliveryId));
        } finally {
            scene.execute("ALTER TABLE invoice_line DROP CONSTRAINT not_now");
        }
        return new StruckFault("discarded letter", "a dead letter was thrown away");
    }

    private static boolean isDiscarded(Scene scene, String deliveryId) throws Exception {
        return DeadLetters.handled(
                scene.cluster(),
                ClusterPart.INVOICE_SERVICE,
                deliveryId + ":completed",
                "discard",
                "{\"why\": \"a test of the audit\"}");
    }
}
