package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.ServiceBusBroker;
import io.dronedelivery.promise.cluster.ServiceInstance;
import io.dronedelivery.promise.load.LineAccount;
import java.io.IOException;
import java.time.Duration;
import org.awaitility.Awaitility;

/** One lane of Service Bus from which no instance receives, because a stranger holds it, while the others have work. */
public final class SilentLane implements Fault {

    private static final int LANES = 8;
    private static final String SILENT = "messaging_servicebus_lanes_silent{";

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        ServiceBusBroker broker = (ServiceBusBroker) scene.cluster().broker();
        int lane = scene.chance().nextInt(LANES);
        scene.killAll(ClusterPart.INVOICE_SERVICE);
        long noticed;
        int billed;
        try (AutoCloseable ignored = broker.holdLane(ClusterPart.INVOICE_SERVICE, lane)) {
            scene.startAll(ClusterPart.INVOICE_SERVICE);
            int lines = new LineAccount(scene.cluster(), scene.ledger()).lines();
            long start = System.nanoTime();
            Awaitility.await("lane-%d to be noticed".formatted(lane))
                    .atMost(Scene.PATIENCE)
                    .pollInterval(Duration.ofSeconds(2))
                    .ignoreExceptions()
                    .until(() -> allSayIt(scene));
            noticed = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            billed = new LineAccount(scene.cluster(), scene.ledger()).lines() - lines;
        }
        scene.check(
                "a lane that nobody reads is noticed within two locks and half a minute while the others work",
                billed > 0
                        && noticed
                                <= scene.cluster()
                                        .plan()
                                        .form()
                                        .lock()
                                        .multipliedBy(2)
                                        .plusSeconds(30)
                                        .toSeconds(),
                "lane-%d after %d s, %d lines of the others meanwhile",
                lane,
                noticed,
                billed);
        scene.awaitLine("a silent lane");
        return new StruckFault("silent lane", "lane-%d was noticed after %d s".formatted(lane, noticed));
    }

    /** Each instance, since whoever holds the lane may be another one. */
    private static boolean allSayIt(Scene scene) throws IOException, InterruptedException {
        for (ServiceInstance instance : scene.cluster().instances(ClusterPart.INVOICE_SERVICE)) {
            String meters = Http.call(
                            "GET",
                            instance.url() + "/actuator/prometheus",
                            scene.cluster().headers())
                    .body();
            if (meters.lines()
                    .noneMatch(line -> line.startsWith(SILENT)
                            && line.contains("delivery-completions")
                            && line.endsWith(" 1.0"))) {
                return false;
            }
        }
        return true;
    }
}
