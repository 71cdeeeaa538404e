package io.dronedelivery.promise.fault;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import io.dronedelivery.promise.cluster.ServiceInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * All instances of a service are asked to drain, each service in its turn: then it has left nothing at the broker.
 *
 * @param services how many, by chance
 */
public record DrainedServices(int services) implements Fault {

    private static final int ORDERS_BEFORE = 10;
    private static final int UNAVAILABLE = 503;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(15);

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        List<String> done = new ArrayList<>();
        List<ClusterPart> parts = new ArrayList<>(ClusterPart.services());
        Collections.shuffle(parts, scene.chance());
        for (ClusterPart part : parts.subList(0, services)) {
            scene.load().awaitSent(ORDERS_BEFORE);
            long asked = System.nanoTime();
            for (ServiceInstance instance : scene.cluster().instances(part)) {
                drain(instance, scene);
            }
            awaitNothingLeft(part, scene);
            done.add(text("%s in %.1f s", part.label(), (System.nanoTime() - asked) / 1e9));
            for (ServiceInstance instance : scene.cluster().instances(part)) {
                instance.terminate();
                instance.start();
            }
            scene.cluster().awaitReady();
        }
        return new StruckFault("drain", "drained: " + String.join(", ", done));
    }

    /**
     * Service Bus's SDK closes its connection in the background, and now and then its engine fails before the broker is told: then a message
     * that came too late to be handled is free when its lock ends. A consumer that still lived would renew that.
     */
    private static void awaitNothingLeft(ClusterPart part, Scene scene) throws Exception {
        long drained = System.nanoTime();
        long end = drained
                + scene.cluster().plan().form().lock().plus(BUSY_MACHINE).toNanos();
        List<String> left = scene.cluster().broker().leftBy(part);
        while (!left.isEmpty() && System.nanoTime() < end) {
            Scene.last(LOOK_AGAIN);
            left = scene.cluster().broker().leftBy(part);
        }
        scene.check(
                "a service that was drained has left nothing at the broker",
                left.isEmpty(),
                "%s",
                left.isEmpty()
                        ? text("0 after %.1f s", (System.nanoTime() - drained) / 1e9)
                        : part.label() + ": " + left);
    }

    /** May be repeated, as it has to be while an instance that has just started cannot get the issuer's keys. */
    private static void drain(ServiceInstance instance, Scene scene) {
        HttpAnswer drained = Awaitility.await("the drain of " + instance.name())
                .atMost(Scene.PATIENCE)
                .until(
                        () -> Http.call(
                                "POST",
                                instance.url() + "/internal/drain",
                                scene.cluster().headers()),
                        answer -> answer.status() != UNAVAILABLE);
        boolean ended = drained.status() == 200
                && drained.json().at("/status").asString("").equals("drained");
        scene.check(
                "an instance that is asked to drain says that it is drained, and lives on",
                ended && instance.isAlive(),
                "%s",
                ended ? "drained" : instance.name() + ": " + drained.status() + " " + drained.body());
    }
}
