package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.ServiceInstance;
import io.dronedelivery.promise.load.LineAccount;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * The broker is killed and stays away.
 *
 * @param time for how long
 */
public record BrokerUnavailable(Duration time) implements Fault {

    private static final Duration MOST = Duration.ofSeconds(30);

    @Override
    public String kind() {
        return "broker away";
    }

    /** The services reconnect by themselves. */
    private static void consumedAgain(Scene scene) throws Exception {
        LineAccount account = new LineAccount(scene.cluster(), scene.ledger());
        int before = account.lines();
        long back = System.nanoTime();
        Awaitility.await("a line after the broker has come back")
                .atMost(Scene.PATIENCE)
                .until(() -> account.lines() > before);
        Duration took = Duration.ofNanos(System.nanoTime() - back);
        scene.check(
                "events are consumed within 30 s of the broker's return",
                took.compareTo(MOST) <= 0,
                "%.1f s",
                took.toMillis() / 1000.0);
    }

    @Override
    public String strike(Scene scene) throws Exception {
        ServiceInstance broker = scene.cluster().instances(ClusterPart.BROKER).get(0);
        broker.kill();
        try {
            Scene.last(time);
        } finally {
            broker.start();
        }
        broker.awaitReady();
        consumedAgain(scene);
        return "broker away for %d s".formatted(time.toSeconds());
    }
}
