package io.dronedelivery.drone.telemetry;

import java.util.HashSet;
import java.util.Set;

/** The partitions whose positions come with the archiving, so that they need not be read a second time. Any thread may read it. */
final class Covered {

    private volatile Set<Integer> partitions = Set.of();

    boolean has(int partition) {
        return partitions.contains(partition);
    }

    Set<Integer> partitions() {
        return partitions;
    }

    void now(Set<Integer> these) {
        if (!these.equals(partitions)) {
            partitions = Set.copyOf(these);
        }
    }

    void without(Set<Integer> some) {
        Set<Integer> left = new HashSet<>(partitions);
        left.removeAll(some);
        now(left);
    }

    void none() {
        now(Set.of());
    }
}
