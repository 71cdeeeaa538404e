package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.ServiceInstance;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * The broker is away, and all instances of delivery-service die with what they have accepted meanwhile. It must be in the outboxes.
 *
 * @param time how long the broker is away at least
 */
public record KilledBeforeItSent(Duration time) implements Fault {

    private static final int ACCEPTED = 10;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        ServiceInstance broker = scene.cluster().instances(ClusterPart.BROKER).get(0);
        broker.kill();
        Scene.last(time);
        int wanted = scene.ledger().acceptedCount() + ACCEPTED;
        Awaitility.await("deliveries that are accepted without a broker")
                .atMost(Scene.PATIENCE)
                .until(() -> scene.ledger().acceptedCount() >= wanted);
        scene.killAll(ClusterPart.DELIVERY_SERVICE);
        broker.start();
        broker.awaitReady();
        scene.startAll(ClusterPart.DELIVERY_SERVICE);
        return new StruckFault("killed before it sent", "delivery-service killed with what it could not send");
    }
}
