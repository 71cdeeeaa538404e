package io.dronedelivery.promise.fault;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Form;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.ServiceInstance;
import io.dronedelivery.promise.load.Ledger.Failure;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * {@code SIGTERM} for every instance, one after the other, as when a new version is rolled out. As long as a service has another
 * instance, no call fails.
 *
 * @param ofEach how many instances of each part
 */
public record RollingRestart(int ofEach) implements Fault {

    /** A call that began so long before is under way for sure. */
    private static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int STOPPED_BY_SIGTERM = 143;
    private static final int ORDERS_BETWEEN = 5;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        long begun = System.nanoTime();
        int restarts = 0;
        for (ClusterPart part : ClusterPart.services()) {
            for (ServiceInstance instance : some(part, scene)) {
                restart(instance, scene);
                restarts++;
            }
        }
        noCallFailed(begun, scene);
        for (ServiceInstance gateway : some(ClusterPart.GATEWAY, scene)) {
            long asked = System.nanoTime();
            restart(gateway, scene);
            restarts++;
            List<Failure> brokenOff = scene.ledger().failures().stream()
                    .filter(call -> call.brokenOff() && call.url().startsWith(gateway.url() + "/"))
                    .filter(call -> call.startedNanos() < asked - UNDER_WAY_NANOS && call.endedNanos() > asked)
                    .toList();
            scene.check(
                    "a gateway that is stopped breaks off no call that is under way",
                    brokenOff.isEmpty(),
                    "%s",
                    brokenOff.isEmpty() ? "0" : brokenOff);
        }
        return new StruckFault(
                "rolling restart", text("%d instances in turn, %.1f s", restarts, (System.nanoTime() - begun) / 1e9));
    }

    private List<ServiceInstance> some(ClusterPart part, Scene scene) {
        return scene.cluster().instances(part).stream().limit(ofEach).toList();
    }

    private static void restart(ServiceInstance instance, Scene scene) throws Exception {
        scene.load().awaitSent(ORDERS_BETWEEN);
        int code = instance.terminate();
        scene.check(
                "what is asked to stop ends in order",
                code == STOPPED_BY_SIGTERM,
                "exit code %d of %s",
                code,
                instance.name());
        instance.start();
        Awaitility.await(instance.name() + " to serve again")
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(() -> isReady(instance, scene));
    }

    /** As Kubernetes asks before it goes on with the next one. */
    private static boolean isReady(ServiceInstance instance, Scene scene) throws Exception {
        return Http.call(
                                "GET",
                                instance.url() + "/actuator/health/readiness",
                                scene.cluster().headers())
                        .status()
                == 200;
    }

    /**
     * At the gateway that calls the instances directly: where a proxy is between, a refused connection looks like one that is cut. On a
     * machine that others share a call may take too long, so only those count there that an instance has cut off.
     */
    private static void noCallFailed(long begun, Scene scene) {
        if (scene.cluster().instances(ClusterPart.DELIVERY_SERVICE).size() < 2) {
            return;
        }
        boolean strict = scene.cluster().plan().form() == Form.LONG;
        String direct = scene.cluster().instances(ClusterPart.GATEWAY).get(0).url() + "/";
        List<Failure> failed = scene.ledger().failures().stream()
                .filter(call -> call.startedNanos() > begun && call.url().startsWith(direct))
                .filter(call -> strict || call.brokenOff() || call.reason().startsWith("502 "))
                .toList();
        scene.check(
                "no call fails while instances are restarted one after the other",
                failed.isEmpty(),
                "%d%s",
                failed.size(),
                failed.isEmpty() ? "" : ", the first: " + failed.get(0));
    }
}
