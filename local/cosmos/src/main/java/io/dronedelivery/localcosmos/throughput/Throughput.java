package io.dronedelivery.localcosmos.throughput;

import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** The provisioned throughput of a container, divided evenly over its physical partitions. */
public final class Throughput {
    private final List<PartitionBudget> budgets;
    private volatile int provisioned;

    /**
     * @param provisioned request units per second of the whole container
     * @param burstSeconds seconds of unused throughput that a partition saves for later
     */
    public Throughput(
            int provisioned, int partitions, InstantSource clock, BooleanSupplier enforced, int burstSeconds) {
        this.provisioned = provisioned;
        this.budgets = IntStream.range(0, partitions)
                .mapToObj(i -> new PartitionBudget(clock, enforced, this::perPartition, burstSeconds))
                .toList();
    }

    public int provisioned() {
        return provisioned;
    }

    public double perPartition() {
        return (double) provisioned / budgets.size();
    }

    public void provision(int requestUnitsPerSecond) {
        provisioned = requestUnitsPerSecond;
    }

    public PartitionBudget of(int partition) {
        return budgets.get(partition);
    }
}
