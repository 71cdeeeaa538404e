package io.dronedelivery.localapplicationinsights.api;

import static io.dronedelivery.localapplicationinsights.api.Series.rounded;

import io.dronedelivery.localapplicationinsights.api.Overview.CallsRow;
import io.dronedelivery.localapplicationinsights.api.Overview.CosmosCallCounts;
import io.dronedelivery.localapplicationinsights.api.Overview.MeterRow;
import io.dronedelivery.localapplicationinsights.api.Overview.PartitionRow;
import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.timeline.CallDurations;
import io.dronedelivery.localapplicationinsights.timeline.CosmosCalls;
import io.dronedelivery.localapplicationinsights.timeline.PartitionKey;
import io.dronedelivery.localapplicationinsights.timeline.SeriesValues;
import io.dronedelivery.localapplicationinsights.timeline.Slice;
import io.dronedelivery.localapplicationinsights.timeline.SpanKey;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Figures of the calls to Cosmos DB, as the queries in {@code deploy/application-insights} compute them. */
final class CosmosFigures {
    /** Probes and scrapes are requests, but not operations. */
    private static final String ACTUATOR = "/actuator";

    private final Window window;
    private final Slice total;

    CosmosFigures(Window window) {
        this.window = window;
        this.total = window.total();
    }

    CosmosCallCounts build() {
        return new CosmosCallCounts(
                sum(total, CosmosCalls::succeeded),
                sum(total, CosmosCalls::throttled),
                sum(total, CosmosCalls::failed),
                Series.perSecond(window, slice -> sum(slice, CosmosCalls::succeeded)),
                Series.perSecond(window, slice -> sum(slice, CosmosCalls::throttled)),
                Series.perSecond(window, slice -> sum(slice, CosmosCalls::failed)),
                partitions(),
                total.cosmosByRole().keySet().stream().sorted().map(this::calls).toList(),
                meters());
    }

    private static long sum(Slice slice, ToLongFunction<CosmosCalls> figure) {
        return slice.cosmosByRole().values().stream().mapToLong(figure).sum();
    }

    private List<PartitionRow> partitions() {
        return total.cosmosByPartition().keySet().stream()
                .filter(key -> !key.partition().isEmpty())
                .sorted(Comparator.comparing(PartitionKey::container)
                        .thenComparing(key -> key.partition().length())
                        .thenComparing(PartitionKey::partition))
                .map(this::partition)
                .toList();
    }

    private PartitionRow partition(PartitionKey key) {
        CosmosCalls all = total.cosmosByPartition().getOrDefault(key, new CosmosCalls());
        return new PartitionRow(
                key.container(),
                key.partition(),
                provisioned(key.container()),
                rounded(all.highestSecond()),
                rounded(all.requestCharge()),
                Series.perSecond(
                        window,
                        slice -> slice.cosmosByPartition()
                                .getOrDefault(key, new CosmosCalls())
                                .requestCharge()));
    }

    private @Nullable Double provisioned(String container) {
        double throughput = highest(Names.THROUGHPUT, container);
        double partitions = highest(Names.PARTITIONS, container);
        return throughput > 0 && partitions > 0 ? rounded(throughput / partitions) : null;
    }

    private double highest(String metric, String container) {
        return total.metrics().entrySet().stream()
                .filter(series -> series.getKey().name().equals(metric)
                        && series.getKey().dimension("container").equals(container))
                .mapToDouble(series -> series.getValue().max())
                .max()
                .orElse(0);
    }

    private CallsRow calls(String role) {
        CosmosCalls all = total.cosmosByRole().getOrDefault(role, new CosmosCalls());
        long requests = succeeded(total, role);
        return new CallsRow(
                role,
                requests,
                all.dataCalls(),
                all.plans(),
                all.throttled(),
                rounded(all.requestCharge()),
                ratio(all.dataCalls(), requests),
                ratio(all.requestCharge(), requests),
                Series.of(window, slice -> slice, slice -> ratio(in(slice, role).dataCalls(), succeeded(slice, role))),
                Series.of(
                        window,
                        slice -> slice,
                        slice -> ratio(in(slice, role).requestCharge(), succeeded(slice, role))));
    }

    private static CosmosCalls in(Slice slice, String role) {
        return slice.cosmosByRole().getOrDefault(role, new CosmosCalls());
    }

    private static long succeeded(Slice slice, String role) {
        long count = 0;
        for (Map.Entry<SpanKey, CallDurations> span : slice.spans().entrySet()) {
            SpanKey key = span.getKey();
            if (key.request() && key.role().equals(role) && !key.name().contains(ACTUATOR)) {
                count += span.getValue().count() - span.getValue().failed();
            }
        }
        return count;
    }

    private static @Nullable Double ratio(double of, long operations) {
        return operations == 0 ? null : rounded(of / operations);
    }

    private List<MeterRow> meters() {
        Map<Operation, SeriesValues> charges = operations(Names.OPERATION_CHARGE, "");
        Map<Operation, SeriesValues> dataCalls = operations(Names.OPERATION_CALLS, "data");
        Map<Operation, SeriesValues> planCalls = operations(Names.OPERATION_CALLS, "plan");
        return charges.entrySet().stream()
                .filter(operation -> operation.getValue().count() > 0)
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Operation::role)
                        .thenComparing(Operation::name)
                        .thenComparing(Operation::container)))
                .map(operation -> new MeterRow(
                        operation.getKey().role(),
                        operation.getKey().container(),
                        operation.getKey().name(),
                        operation.getValue().count(),
                        rounded(average(dataCalls, operation.getKey())),
                        rounded(average(planCalls, operation.getKey())),
                        rounded(operation.getValue().average())))
                .toList();
    }

    private record Operation(String role, String container, String name) {}

    /** The values of a meter for each operation, over all instances of a role. */
    private Map<Operation, SeriesValues> operations(String meter, String kind) {
        Map<Operation, SeriesValues> found = new HashMap<>();
        total.metrics().forEach((key, values) -> {
            if (key.name().equals(meter) && key.dimension("kind").equals(kind)) {
                Operation operation = new Operation(key.role(), key.dimension("container"), key.dimension("operation"));
                found.computeIfAbsent(operation, any -> new SeriesValues()).merge(values);
            }
        });
        return found;
    }

    private static double average(Map<Operation, SeriesValues> of, Operation operation) {
        SeriesValues values = of.get(operation);
        return values == null ? 0 : values.average();
    }
}
