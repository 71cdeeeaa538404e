package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.cache.CacheKey;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Lets identical requests that run at the same time share one set of calls, or identical calls of a part one call. A caller that cancels does not affect the others; when the
 * last one cancels, the calls are cancelled. Nothing is kept after the calls have ended: this is not a cache.
 *
 * <p>A caller whose deadline is shorter than the aggregation's gets separate calls, because they must end earlier. So does a caller beyond the
 * maximum of callers.
 *
 * <p>Any thread may call it. Each caller gets the answer on the event loop on which it subscribed.
 */
final class Coalescer<T> {

    private final Function<AggregateRequest, Object> keys;
    private final Function<AggregateRequest, Mono<T>> calls;
    private final Supplier<EventExecutor> currentLoop;
    private final Runnable onShared;
    private final int maxCallers;
    private final ConcurrentMap<Object, Shared> running = new ConcurrentHashMap<>();

    private enum Joined {
        YES,
        FULL,
        OVER
    }

    /**
     * @param keys requests with equal keys are identical: everything that they send to the backends is equal, except for the position in the
     *     trace, so also the caller's token
     * @param calls makes the calls of a request
     * @param currentLoop the event loop that a caller is on
     * @param onShared is run for each caller that shares the calls of another
     * @param maxCallers how many may share one set of calls
     */
    Coalescer(
            Function<AggregateRequest, Object> keys,
            Function<AggregateRequest, Mono<T>> calls,
            Supplier<EventExecutor> currentLoop,
            Runnable onShared,
            int maxCallers) {
        this.keys = keys;
        this.calls = calls;
        this.currentLoop = currentLoop;
        this.onShared = onShared;
        this.maxCallers = maxCallers;
    }

    static Coalescer<Aggregate> of(Plan plan, int maxCallers) {
        return new Coalescer<>(
                request -> new CacheKey(
                        "", null, "", Arrays.asList(request.values()), request.forwarded(), request.caller()),
                plan::fetch,
                () -> plan.parts().get(0).part().backend().timers(),
                plan.meters()::countCoalesced,
                maxCallers);
    }

    static Coalescer<PartCall> of(PlannedPart planned, Runnable onShared, int maxCallers) {
        return new Coalescer<>(
                request -> PartCache.ofCall(planned, request),
                request -> new PartFetch(planned, request, true),
                planned.part().backend()::timers,
                onShared,
                maxCallers);
    }

    /** What a request gets, perhaps by calls that others have begun. */
    Mono<T> shared(AggregateRequest request) {
        if (request.limit().setByCaller()) {
            return calls.apply(request);
        }
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> subscriber) {
                subscriber.onSubscribe(new Waiting(request, subscriber, currentLoop.get()));
            }
        };
    }

    private void share(Waiting caller) {
        join(caller);
        Shared joined = caller.shared;
        if (caller.cancelled && joined != null) {
            // On another thread, before there was something to leave.
            joined.leave(caller);
        }
    }

    private void join(Waiting caller) {
        AggregateRequest request = caller.request;
        Object key = keys.apply(request);
        while (true) {
            Shared others = running.get(key);
            if (others == null) {
                Shared own = new Shared(key, request.trace());
                own.join(caller);
                if (running.putIfAbsent(key, own) != null) {
                    continue;
                }
                if (own.isOver()) {
                    // Its caller has left before there was something to remove.
                    running.remove(key, own);
                } else {
                    calls.apply(request).subscribe(own);
                }
                return;
            }
            Joined joined = others.join(caller);
            if (joined == Joined.YES) {
                onShared.run();
                request.trace().share(others.trace);
                return;
            }
            if (joined == Joined.FULL) {
                Shared alone = new Shared(key, request.trace());
                alone.join(caller);
                calls.apply(request).subscribe(alone);
                return;
            }
            running.remove(key, others);
        }
    }

    /** The running calls and the callers that wait for them. Its callers are guarded by its lock; the calls end on any event loop. */
    private final class Shared implements CoreSubscriber<T> {

        private final Object key;
        private final RequestTrace trace;
        private final List<Waiting> callers = new ArrayList<>(2);
        private boolean over;
        private @Nullable Subscription upstream;

        Shared(Object key, RequestTrace trace) {
            this.key = key;
            this.trace = trace;
        }

        synchronized Joined join(Waiting caller) {
            if (over) {
                return Joined.OVER;
            }
            if (callers.size() >= maxCallers) {
                return Joined.FULL;
            }
            callers.add(caller);
            caller.shared = this;
            return Joined.YES;
        }

        synchronized boolean isOver() {
            return over;
        }

        void leave(Waiting caller) {
            Subscription unneeded;
            synchronized (this) {
                callers.remove(caller);
                if (over || !callers.isEmpty()) {
                    return;
                }
                over = true;
                unneeded = upstream;
            }
            running.remove(key, this);
            if (unneeded != null) {
                unneeded.cancel();
            }
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            boolean unneeded;
            synchronized (this) {
                upstream = subscription;
                unneeded = over;
            }
            if (unneeded) {
                subscription.cancel();
            } else {
                subscription.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(T value) {
            end().forEach(caller -> caller.onItsLoop(() -> caller.succeed(value)));
        }

        @Override
        public void onError(Throwable failure) {
            end().forEach(caller -> caller.onItsLoop(() -> caller.fail(failure)));
        }

        @Override
        public void onComplete() {
            // The value has come before.
        }

        private List<Waiting> end() {
            running.remove(key, this);
            synchronized (this) {
                over = true;
                return List.copyOf(callers);
            }
        }
    }

    private final class Waiting implements Subscription {

        private final AggregateRequest request;
        private final CoreSubscriber<? super T> subscriber;
        private final EventExecutor loop;
        private boolean started;
        private volatile boolean cancelled;
        private volatile @Nullable Shared shared;

        Waiting(AggregateRequest request, CoreSubscriber<? super T> subscriber, EventExecutor loop) {
            this.request = request;
            this.subscriber = subscriber;
            this.loop = loop;
        }

        /** There is at most one value, so any demand starts the call. */
        @Override
        public void request(long n) {
            if (!started) {
                started = true;
                share(this);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            Shared left = shared;
            if (left != null) {
                left.leave(this);
            }
        }

        /** Each answer is written on its own caller's loop, so one loop does not write the answers of all callers. */
        void onItsLoop(Runnable delivery) {
            if (loop.inEventLoop()) {
                delivery.run();
            } else {
                loop.execute(delivery);
            }
        }

        void succeed(T value) {
            if (!cancelled) {
                subscriber.onNext(value);
                subscriber.onComplete();
            }
        }

        /** Each caller needs a separate problem, because its path and its trace are written into it. */
        void fail(Throwable failure) {
            if (!cancelled) {
                subscriber.onError(
                        failure instanceof ErrorResponseException problem ? BackendProblem.copyOf(problem) : failure);
            }
        }
    }
}
