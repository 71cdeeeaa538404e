package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.ServiceInstance;
import java.time.Duration;

/**
 * The broker is killed and stays away.
 *
 * @param time for how long
 */
public record BrokerUnavailable(Duration time) implements Fault {

    private static final Duration MOST = Duration.ofSeconds(30);

    /** The services reconnect by themselves. */
    private static void consumedAgain(Scene scene) throws Exception {
        long back = System.nanoTime();
        scene.awaitLine("the broker has come back");
        Duration took = Duration.ofNanos(System.nanoTime() - back);
        scene.check(
                "events are consumed within 30 s of the broker's return",
                took.compareTo(MOST) <= 0,
                "%.1f s",
                took.toMillis() / 1000.0);
    }

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        ServiceInstance broker = scene.cluster().instances(ClusterPart.BROKER).get(0);
        broker.kill();
        try {
            Scene.last(time);
        } finally {
            broker.start();
        }
        broker.awaitReady();
        consumedAgain(scene);
        return new StruckFault("broker away", "broker away for %d s".formatted(time.toSeconds()));
    }
}
