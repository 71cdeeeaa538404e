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
    public String kind() {
        return "killed before it sent";
    }

    @Override
    public String strike(Scene scene) throws Exception {
        ServiceInstance broker = scene.cluster().instances(ClusterPart.BROKER).get(0);
        broker.kill();
        Scene.last(time);
        int wanted = scene.ledger().acceptedCount() + ACCEPTED;
        Awaitility.await("deliveries that are accepted without a broker")
                .atMost(Scene.PATIENCE)
                .until(() -> scene.ledger().acceptedCount() >= wanted);
        for (ServiceInstance instance : scene.cluster().instances(ClusterPart.DELIVERY_SERVICE)) {
            instance.kill();
        }
        broker.start();
        broker.awaitReady();
        for (ServiceInstance instance : scene.cluster().instances(ClusterPart.DELIVERY_SERVICE)) {
            instance.start();
        }
        scene.cluster().awaitReady();
        return "delivery-service killed with what it could not send";
    }
}
