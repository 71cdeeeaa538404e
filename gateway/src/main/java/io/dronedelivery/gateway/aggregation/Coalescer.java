package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.telemetry.TracePosition;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lets identical requests that are there at the same time share one set of calls. Who leaves does not disturb the others; when the
 * last one leaves the calls are cancelled. Nothing is kept beyond the calls: this is no cache.
 *
 * <p>A caller who brings less time than the aggregation has goes alone, because its calls must end earlier than those of others.
 */
final class Coalescer {

    private final Plan plan;
    private final ConcurrentMap<Key, Shared> running = new ConcurrentHashMap<>();

    /** Two requests are identical when all that reaches a backend is, but for the position in a trace. */
    private record Key(List<@Nullable String> values, List<@Nullable List<String>> headers) {}

    /** The calls that are running, and the trace that they are in. */
    private record Shared(Flux<Aggregate> calls, TracePosition trace) {}

    Coalescer(Plan plan) {
        this.plan = plan;
    }

    Mono<Aggregate> aggregate(AggregateRequest request) {
        FanOut own = new FanOut(plan, request);
        if (request.limit().setByCaller()) {
            return own;
        }
        Key key = new Key(Arrays.asList(request.values()), request.forwarded());
        Flux<Aggregate> calls = own.doOnTerminate(() -> running.remove(key))
                .doOnCancel(() -> running.remove(key))
                .flux()
                .replay(1)
                .refCount();
        Shared others = running.putIfAbsent(key, new Shared(calls, request.trace()));
        if (others == null) {
            return calls.next();
        }
        plan.meters().countCoalesced();
        request.trace().share(others.trace());
        return others.calls().next();
    }
}
