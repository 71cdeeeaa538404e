package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.json.JsonCheck;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

/**
 * A service behind the gateway: its connections and what protects it.
 *
 * <p>In front of a call stand, in this order, the circuit breaker, the bulkhead and the pool; none of them makes the caller wait,
 * but for the pool's bounded queue.
 */
public final class Backend {

    private static final Logger log = LoggerFactory.getLogger(Backend.class);
    private static final Duration BULKHEAD_RETRY_AFTER = Duration.ofSeconds(1);

    private final String name;
    private final String pathPrefix;
    private final HttpClient.RequestSender get;
    private final LoopResources loops;
    private final ConnectionPool pool;
    private final Bulkhead bulkhead;
    private final @Nullable Circuit circuit;
    private final int maxResponseBytes;
    private final JsonCheck json;

    Backend(
            String name,
            String pathPrefix,
            HttpClient client,
            LoopResources loops,
            ConnectionPool pool,
            Bulkhead bulkhead,
            @Nullable Circuit circuit,
            int maxResponseBytes,
            JsonCheck json) {
        this.name = name;
        this.pathPrefix = pathPrefix;
        this.get = client.request(HttpMethod.GET);
        this.loops = loops;
        this.pool = pool;
        this.bulkhead = bulkhead;
        this.circuit = circuit;
        this.maxResponseBytes = maxResponseBytes;
        this.json = json;
    }

    /** The name in the configuration, in metrics and in problems. */
    public String name() {
        return name;
    }

    /** The path of the base URL, empty or beginning with '/' and not ending with it. */
    public String pathPrefix() {
        return pathPrefix;
    }

    /**
     * A call that has not been started.
     *
     * @param listener learns how it ends
     */
    public BackendCall call(BackendRequest request, CallListener listener) {
        return new BackendCall(this, request, listener);
    }

    /** An event loop for timers: the current one when called on one, so that they need no hand-over between threads. */
    public EventExecutor timers() {
        return loops.onClient(LoopResources.DEFAULT_NATIVE).next();
    }

    /** Takes the permissions for a call; null when they were given, and then {@link #leave} must follow. */
    @Nullable
    Busy enter() {
        if (circuit != null && !circuit.breaker().tryAcquirePermission()) {
            return new Busy("is not called, its circuit breaker is open", circuit.remainingWait(), Map.of());
        }
        if (!bulkhead.tryAcquirePermission()) {
            if (circuit != null) {
                circuit.breaker().releasePermission();
            }
            int max = bulkhead.getBulkheadConfig().getMaxConcurrentCalls();
            return new Busy("has " + max + " calls running, its bulkhead's limit", BULKHEAD_RETRY_AFTER, Map.of());
        }
        return null;
    }

    /** Gives the permissions back. */
    void leave(Verdict verdict, long nanos, @Nullable BackendFailure failure) {
        bulkhead.onComplete();
        if (circuit != null) {
            verdict.tell(circuit.breaker(), nanos, failure);
        }
    }

    HttpClient.RequestSender get() {
        return get;
    }

    ConnectionPool pool() {
        return pool;
    }

    @Nullable
    Circuit circuit() {
        return circuit;
    }

    int maxResponseBytes() {
        return maxResponseBytes;
    }

    JsonCheck json() {
        return json;
    }

    /** A circuit breaker that also knows when it opened, which Resilience4j keeps to itself. */
    static final class Circuit {

        private final CircuitBreaker breaker;
        private final Duration wait;
        private volatile long openedAt;

        Circuit(CircuitBreaker breaker, Duration wait) {
            this.breaker = breaker;
            this.wait = wait;
            breaker.getEventPublisher().onStateTransition(event -> {
                openedAt = System.nanoTime();
                StateTransition change = event.getStateTransition();
                log.warn(
                        "Circuit breaker of backend {}: {} after {}",
                        breaker.getName(),
                        change.getToState(),
                        change.getFromState());
            });
        }

        CircuitBreaker breaker() {
            return breaker;
        }

        /** How long until it lets a call through again, as far as can be said. */
        Duration remainingWait() {
            Duration remaining = wait.minusNanos(System.nanoTime() - openedAt);
            return remaining.isNegative() ? Duration.ZERO : remaining;
        }
    }
}
