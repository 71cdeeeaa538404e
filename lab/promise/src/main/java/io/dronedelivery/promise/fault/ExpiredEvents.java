package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.KafkaBroker;
import io.dronedelivery.promise.load.LineAccount;
import org.awaitility.Awaitility;

/**
 * All instances of invoice-service are away for longer than the broker keeps the completions, and so never see those that came meanwhile. An
 * audit finds them. On Kafka, where the end of the retention can be brought about; on Service Bus what has expired is a dead letter.
 */
public final class ExpiredEvents implements Fault {

    private static final int ORDERS_MEANWHILE = 20;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        if (!(scene.cluster().broker() instanceof KafkaBroker kafka)) {
            return new StruckFault("expired events", "nothing");
        }
        scene.killAll(ClusterPart.INVOICE_SERVICE);
        scene.load().awaitSent(ORDERS_MEANWHILE);
        scene.load().settle();
        awaitThatOnlyInvoicesAreMissing(scene, kafka);
        long expired = kafka.waitingFor(ClusterPart.INVOICE_SERVICE);
        kafka.expireCompletions();
        scene.check(
                "completions expire while nobody takes them, so that there is something to find",
                expired > 0,
                "%d",
                expired);
        scene.startAll(ClusterPart.INVOICE_SERVICE);
        scene.load().goOn();
        return new StruckFault(
                "expired events", "%d completions had expired when invoice-service was back".formatted(expired));
    }

    private static void awaitThatOnlyInvoicesAreMissing(Scene scene, KafkaBroker kafka) {
        LineAccount account = new LineAccount(scene.cluster(), scene.ledger());
        Awaitility.await("the completion of every accepted delivery")
                .atMost(Scene.PATIENCE)
                .until(() -> account.missing().size() <= kafka.waitingFor(ClusterPart.INVOICE_SERVICE)
                        && kafka.waitingFor(ClusterPart.DRONE_SERVICE) == 0
                        && kafka.waitingFor(ClusterPart.DELIVERY_SERVICE) == 0);
    }
}
