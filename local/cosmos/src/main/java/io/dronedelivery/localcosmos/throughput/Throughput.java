package io.dronedelivery.localcosmos.throughput;

import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** The provisioned throughput of a container, divided evenly over its physical partitions, or that of a database, which its containers share. */
public final class Throughput {
    private final List<PartitionBudget> budgets;
    private final boolean shared;
    private volatile int provisioned;
    private volatile boolean autoscale;

    /**
     * @param provisioned request units per second of the whole container
     * @param burstSeconds seconds of unused throughput that a partition saves for later
     */
    public Throughput(
            int provisioned, int partitions, InstantSource clock, BooleanSupplier enforced, int burstSeconds) {
        this(false, provisioned, partitions, clock, enforced, burstSeconds);
    }

    private Throughput(
            boolean shared,
            int provisioned,
            int partitions,
            InstantSource clock,
            BooleanSupplier enforced,
            int burstSeconds) {
        this.shared = shared;
        this.provisioned = provisioned;
        this.budgets = IntStream.range(0, partitions)
                .mapToObj(i -> new PartitionBudget(clock, enforced, this::perPartition, burstSeconds))
                .toList();
    }

    /** One budget for all calls to the containers of a database, however many partitions they have. */
    public static Throughput shared(int provisioned, InstantSource clock, BooleanSupplier enforced, int burstSeconds) {
        return new Throughput(true, provisioned, 1, clock, enforced, burstSeconds);
    }

    public boolean isShared() {
        return shared;
    }

    public boolean isAutoscale() {
        return autoscale;
    }

    public int provisioned() {
        return provisioned;
    }

    public double perPartition() {
        return (double) provisioned / budgets.size();
    }

    /** @param requestUnitsPerSecond with autoscale the most, and calls are refused beyond it */
    public void provision(int requestUnitsPerSecond, boolean autoscale) {
        this.provisioned = requestUnitsPerSecond;
        this.autoscale = autoscale;
    }

    public PartitionBudget of(int partition) {
        return budgets.get(shared ? 0 : partition);
    }
}
