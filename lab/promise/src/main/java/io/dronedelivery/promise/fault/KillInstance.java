package io.dronedelivery.promise.fault;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.ServiceInstance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** {@code SIGKILL} for any instance, by rounds in which each part has its turn; it is started again at once. */
public final class KillInstance implements Fault {

    private static final int FEWEST_ORDERS_BEFORE = 5;
    private static final int MOST_ORDERS_BEFORE = 25;

    private final Deque<ClusterPart> round = new ArrayDeque<>();

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        scene.load().awaitSent(FEWEST_ORDERS_BEFORE + scene.chance().nextInt(MOST_ORDERS_BEFORE));
        List<ServiceInstance> instances = scene.cluster().instances(draw(scene.chance()));
        ServiceInstance instance = instances.get(scene.chance().nextInt(instances.size()));
        instance.kill();
        long start = System.nanoTime();
        instance.start();
        instance.awaitReady();
        return new StruckFault(
                "kill", text("%s killed, back after %.1f s", instance.name(), (System.nanoTime() - start) / 1e9));
    }

    private ClusterPart draw(Random chance) {
        if (round.isEmpty()) {
            List<ClusterPart> parts = new ArrayList<>(List.of(ClusterPart.values()));
            Collections.shuffle(parts, chance);
            round.addAll(parts);
        }
        return round.pop();
    }
}
