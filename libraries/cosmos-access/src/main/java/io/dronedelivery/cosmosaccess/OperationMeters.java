package io.dronedelivery.cosmosaccess;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cost of the operations of one container. The meters of an operation are {@code cosmos.operation.calls} (with data and plan calls
 * apart, tag {@code kind}) and {@code cosmos.operation.request.charge}. The meters of a call, by partition and status, are
 * {@code cosmos.calls} and {@code cosmos.calls.request.charge}. Throttled attempts count everywhere: they cost time and, on the service's
 * side, units.
 */
final class OperationMeters {

    private record CallKey(String operation, boolean plan, String partition, int status) {}

    private record CallMeters(Timer calls, Counter charge) {}

    private record OperationSummary(
            DistributionSummary dataCalls, DistributionSummary planCalls, DistributionSummary charge) {}

    private final MeterRegistry registry;
    private final String container;
    private final Map<String, OperationSummary> operations = new ConcurrentHashMap<>();
    private final Map<CallKey, CallMeters> calls = new ConcurrentHashMap<>();

    OperationMeters(MeterRegistry registry, String container) {
        this.registry = registry;
        this.container = container;
    }

    void record(String operation, Collection<SdkCall> made) {
        int data = 0;
        int plans = 0;
        double charge = 0;
        for (SdkCall call : made) {
            data += call.plan() ? 0 : 1;
            plans += call.plan() ? 1 : 0;
            charge += call.requestCharge();
            CallMeters meters = calls.computeIfAbsent(
                    new CallKey(operation, call.plan(), call.partition(), call.status()), this::callMeters);
            meters.calls.record(call.duration());
            meters.charge.increment(call.requestCharge());
        }
        OperationSummary meters = operations.computeIfAbsent(operation, this::operationMeters);
        meters.dataCalls.record(data);
        meters.planCalls.record(plans);
        meters.charge.record(charge);
    }

    private OperationSummary operationMeters(String operation) {
        Tags tags = Tags.of("container", container, "operation", operation);
        return new OperationSummary(
                callsOfOperation(tags.and("kind", "data")),
                callsOfOperation(tags.and("kind", "plan")),
                DistributionSummary.builder("cosmos.operation.request.charge")
                        .description("request units for each operation")
                        .tags(tags)
                        .register(registry));
    }

    private DistributionSummary callsOfOperation(Tags tags) {
        return DistributionSummary.builder("cosmos.operation.calls")
                .description("calls for each operation, those for data and those for the plan of a query apart")
                .tags(tags)
                .register(registry);
    }

    private CallMeters callMeters(CallKey key) {
        Tags tags = Tags.of(
                "container",
                container,
                "operation",
                key.operation,
                "kind",
                key.plan ? "plan" : "data",
                "partition",
                key.partition,
                "status",
                Integer.toString(key.status));
        return new CallMeters(
                Timer.builder("cosmos.calls")
                        .description("time of each call, throttled ones included")
                        .tags(tags)
                        .register(registry),
                Counter.builder("cosmos.calls.request.charge")
                        .description("request units of the calls")
                        .tags(tags)
                        .register(registry));
    }
}
