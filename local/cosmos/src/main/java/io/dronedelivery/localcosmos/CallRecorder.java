package io.dronedelivery.localcosmos;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the last calls and meters every call. */
final class CallRecorder implements Consumer<CosmosCall> {
    private static final Logger log = LoggerFactory.getLogger(CallRecorder.class);

    private final int capacity;
    private final @Nullable MeterRegistry registry;
    private final Consumer<CosmosCall> listener;
    private final Deque<CosmosCall> recent = new ArrayDeque<>();
    private final Map<Tagged, Meters> meters = new ConcurrentHashMap<>();

    CallRecorder(int capacity, @Nullable MeterRegistry registry, Consumer<CosmosCall> listener) {
        this.capacity = capacity;
        this.registry = registry;
        this.listener = listener;
    }

    private record Tagged(String database, String container, String operation, String partition, int status) {
        Tags tags() {
            return Tags.of(
                    "database", database,
                    "container", container,
                    "operation", operation,
                    "partition", partition,
                    "status", Integer.toString(status));
        }
    }

    private record Meters(Timer calls, DistributionSummary charge) {}

    @Override
    public void accept(CosmosCall call) {
        synchronized (recent) {
            recent.addLast(call);
            if (recent.size() > capacity) {
                recent.removeFirst();
            }
        }
        if (registry != null) {
            Meters found = meters.computeIfAbsent(
                    new Tagged(call.database(), call.container(), call.operation(), call.partition(), call.status()),
                    tagged -> register(registry, tagged.tags()));
            found.calls().record(call.duration());
            found.charge().record(call.requestCharge());
        }
        try {
            listener.accept(call);
        } catch (RuntimeException e) {
            log.warn("The onCall listener failed; the call itself is not affected", e);
        }
    }

    /** The stored calls, oldest first. */
    List<CosmosCall> calls() {
        synchronized (recent) {
            return List.copyOf(recent);
        }
    }

    void clear() {
        synchronized (recent) {
            recent.clear();
        }
    }

    private static Meters register(MeterRegistry registry, Tags tags) {
        return new Meters(
                Timer.builder("local.cosmos.calls")
                        .description("Calls to the local Cosmos DB, as its server saw them")
                        .tags(tags)
                        .register(registry),
                DistributionSummary.builder("local.cosmos.request.charge")
                        .description("Request units of the calls to the local Cosmos DB")
                        .baseUnit("RU")
                        .tags(tags)
                        .register(registry));
    }
}
