package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.FaultProxy.ConnectionFault;
import io.dronedelivery.promise.cluster.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * All connections to one part suffer for a while.
 *
 * @param place before which part
 * @param time for how long
 */
public record NetworkFault(String place, ConnectionFault fault, Duration time) implements Fault {

    /** Each part once, each with a fault by chance; all faults have their turns. */
    public static List<NetworkFault> everywhere(TestCluster cluster, Duration time, Random chance) {
        List<ConnectionFault> left = new ArrayList<>();
        List<NetworkFault> faults = new ArrayList<>();
        for (String place : places(cluster)) {
            if (left.isEmpty()) {
                Stream.of(ConnectionFault.values())
                        .filter(fault -> fault != ConnectionFault.NONE)
                        .forEach(left::add);
                Collections.shuffle(left, chance);
            }
            faults.add(new NetworkFault(place, left.remove(0), time));
        }
        return faults;
    }

    public boolean isBefore(ClusterPart part) {
        return place.equals(part.label());
    }

    /** Services are called through their proxies by the second gateway. */
    private static List<String> places(TestCluster cluster) {
        return cluster.network().places().stream()
                .filter(place -> cluster.plan().gateways() > 1
                        || ClusterPart.services().stream().noneMatch(part -> place.startsWith(part.label())))
                .toList();
    }

    @Override
    public StruckFault strike(Scene scene) {
        scene.cluster().network().suffer(place, fault);
        try {
            Scene.last(time);
        } finally {
            scene.cluster().network().suffer(place, ConnectionFault.NONE);
        }
        return new StruckFault("network", "%s before %s for %d s".formatted(fault.text(), place, time.toSeconds()));
    }
}
