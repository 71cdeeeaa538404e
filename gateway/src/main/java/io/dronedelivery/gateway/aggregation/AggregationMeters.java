package io.dronedelivery.gateway.aggregation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The timers of one aggregation: {@code gateway.aggregation} and, for each part, {@code gateway.part}, both by outcome. A timer is
 * looked up once and kept, so recording builds no tags.
 */
final class AggregationMeters {

    private final Cached whole;
    private final Cached[] parts;
    private final Counter coalesced;
    private final BiFunction<Integer, String, Counter> fallbacks;
    private final BiFunction<String, String, Counter> cacheUses;
    private final Function<String, Counter> sharedCalls;

    AggregationMeters(MeterRegistry meters, Aggregation aggregation) {
        String name = aggregation.name();
        this.whole = new Cached(outcome -> Timer.builder("gateway.aggregation")
                .description("time until all parts of an aggregation had arrived or were given up")
                .tags("aggregation", name, "outcome", outcome.tag())
                .register(meters));
        this.parts = aggregation.parts().stream()
                .map(part -> new Cached(outcome -> Timer.builder("gateway.part")
                        .description("time until a part had arrived or was given up")
                        .tags("aggregation", name, "part", part.name())
                        .tags("backend", part.backend().name(), "outcome", outcome.tag())
                        .register(meters)))
                .toArray(Cached[]::new);
        // The registry keeps them; a part that has failed is not the path that has to be short.
        this.fallbacks = (part, from) -> Counter.builder("gateway.part.fallback")
                .description("parts for which something else stood in")
                .tags("aggregation", name, "part", aggregation.parts().get(part).name(), "from", from)
                .register(meters);
        this.cacheUses = (part, use) -> Counter.builder("gateway.cache.requests")
                .description("requests for which a kept answer was looked for")
                .tags("aggregation", name, "part", part, "result", use)
                .register(meters);
        this.sharedCalls = part -> Counter.builder("gateway.part.coalesced")
                .description("calls that were one with an identical call")
                .tags("aggregation", name, "part", part)
                .register(meters);
        this.coalesced = Counter.builder("gateway.aggregation.coalesced")
                .description("requests that shared the calls of an identical one")
                .tag("aggregation", name)
                .register(meters);
    }

    void recordWhole(AggregationOutcome outcome, long nanos) {
        whole.get(outcome).record(nanos, TimeUnit.NANOSECONDS);
    }

    void recordPart(int part, AggregationOutcome outcome, long nanos) {
        parts[part].get(outcome).record(nanos, TimeUnit.NANOSECONDS);
    }

    void countCoalesced() {
        coalesced.increment();
    }

    /**
     * Counts the uses of kept answers; each counter is looked up once.
     *
     * @param part its name, or {@link ServerTiming#TOTAL} for the whole answer
     */
    Consumer<String> cacheUses(String part) {
        Map<String, Counter> counters = new ConcurrentHashMap<>();
        return use ->
                counters.computeIfAbsent(use, it -> cacheUses.apply(part, it)).increment();
    }

    /** Counts the calls of a part that were one with others. */
    Runnable sharedCalls(String part) {
        return sharedCalls.apply(part)::increment;
    }

    /** @param from what stands in for the part */
    void countFallback(int part, String from) {
        fallbacks.apply(part, from).increment();
    }

    /** Timers by outcome, registered when first needed. */
    private static final class Cached {

        private final AtomicReferenceArray<Timer> timers =
                new AtomicReferenceArray<>(AggregationOutcome.values().length);
        private final Function<AggregationOutcome, Timer> register;

        Cached(Function<AggregationOutcome, Timer> register) {
            this.register = register;
        }

        Timer get(AggregationOutcome outcome) {
            Timer timer = timers.get(outcome.ordinal());
            if (timer == null) {
                // The registry gives the same timer to all who ask for it at once.
                timer = register.apply(outcome);
                timers.set(outcome.ordinal(), timer);
            }
            return timer;
        }
    }
}
