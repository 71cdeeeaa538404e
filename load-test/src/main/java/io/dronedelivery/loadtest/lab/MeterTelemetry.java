package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.lab.ServiceMeters.Snapshot;
import io.dronedelivery.loadtest.lab.Telemetry.Costs;
import io.dronedelivery.loadtest.lab.Telemetry.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Telemetry computed from the counters of drone-service: without transactions, but never sampled. */
final class MeterTelemetry {

    private static final String CALLS = "cosmos_calls_seconds_count";
    private static final String CHARGE = "cosmos_calls_request_charge_total";
    private static final String REQUESTS = "http_server_requests_seconds";
    private static final String UTILIZATION = "uri=\"/api/dronedeliveries/utilization\"";

    private final List<Snapshot> snapshots;
    private final String operation;
    private final double provisioned;

    MeterTelemetry(List<Snapshot> snapshots, String operation, double provisioned) {
        this.snapshots = snapshots;
        this.operation = "operation=\"" + operation + "\"";
        this.provisioned = provisioned;
    }

    Telemetry read() {
        double data = whole(s -> s.sum(CALLS, operation, "kind=\"data\""));
        double plans = whole(s -> s.sum(CALLS, operation, "kind=\"plan\""));
        double throttled = whole(s -> s.sum(CALLS, operation, "status=\"429\""));
        double requests = whole(s -> s.sum(REQUESTS + "_count", UTILIZATION, "status=\"200\""));
        double seconds = whole(s -> s.sum(REQUESTS + "_sum", UTILIZATION, "status=\"200\""));
        return new Telemetry(
                "the services' own meters",
                snapshots.isEmpty() ? 0 : snapshots.get(0).atMillis(),
                List.of(),
                each(s -> s.sum(CALLS, operation, "status=\"2")),
                each(s -> s.sum(CALLS, operation, "status=\"429\"")),
                each(s -> s.sum(CALLS, operation)
                        - s.sum(CALLS, operation, "status=\"2")
                        - s.sum(CALLS, operation, "status=\"429\"")),
                partitions(),
                new Costs(Math.round(requests), data, plans, Math.round(throttled), charge()),
                new Load.Durations(Math.round(requests), seconds / requests * 1000, Double.NaN, Double.NaN, Double.NaN),
                null);
    }

    private double charge() {
        return whole(s -> s.sum(CHARGE, operation, "kind=\"data\""));
    }

    private List<Partition> partitions() {
        List<Partition> partitions = new ArrayList<>();
        for (int id = 0; id < StepLoadTest.PARTITIONS; id++) {
            String partition = "partition=\"" + id + "\"";
            List<Double> consumed = each(s -> s.sum(CHARGE, operation, partition));
            partitions.add(new Partition(
                    Integer.toString(id),
                    provisioned,
                    consumed.stream().flatMapToDouble(DoubleStream::of).max().orElse(0),
                    consumed));
        }
        return partitions;
    }

    private double whole(ToDoubleFunction<Snapshot> counter) {
        return snapshots.isEmpty()
                ? 0
                : counter.applyAsDouble(snapshots.get(snapshots.size() - 1)) - counter.applyAsDouble(snapshots.get(0));
    }

    /** The increase of a counter, for each second between two snapshots. */
    private List<Double> each(ToDoubleFunction<Snapshot> counter) {
        List<Double> increases = new ArrayList<>();
        for (int i = 1; i < snapshots.size(); i++) {
            Snapshot before = snapshots.get(i - 1);
            Snapshot after = snapshots.get(i);
            double seconds = Math.max(1, after.atMillis() - before.atMillis()) / 1000.0;
            increases.add(Series.rounded((counter.applyAsDouble(after) - counter.applyAsDouble(before)) / seconds));
        }
        return increases;
    }
}
