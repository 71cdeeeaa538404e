package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backend's circuit breaker.
 *
 * <p>As soon as a breaker has a listener, which Resilience4j's own Micrometer binder adds too, Resilience4j creates an event with a date
 * for every call. So there is no listener: a change of state is noticed where it can happen, and the meters are gauges with
 * Resilience4j's names. The outcomes of calls are counted in {@code gateway.part} and {@code gateway.forward}.
 *
 * <p>Any thread may call it.
 */
public final class Circuit {

    private static final Logger log = LoggerFactory.getLogger(Circuit.class);

    private final CircuitBreaker breaker;
    private final Duration wait;
    private volatile State known = State.CLOSED;
    private volatile CircuitPermission current = new CircuitPermission();
    private volatile long changedAt;

    /** @param wait how long it stays open */
    Circuit(CircuitBreaker breaker, Duration wait) {
        this.breaker = breaker;
        this.wait = wait;
    }

    CircuitBreaker breaker() {
        return breaker;
    }

    /** Asks for permission to call, for {@link #leave}; null when it is refused. */
    @Nullable
    CircuitPermission tryEnter() {
        boolean permitted = breaker.tryAcquirePermission();
        noticeChange();
        return permitted ? current : null;
    }

    /** Whether it lets all calls through, as far as it is known. */
    boolean isClosed() {
        return known == State.CLOSED;
    }

    /** Whether {@link #tryEnter} would refuse now; if so, it counts as refused. */
    boolean refusesAtOnce() {
        if (known != State.OPEN) {
            return false;
        }
        boolean permitted = breaker.tryAcquirePermission();
        noticeChange();
        if (permitted) {
            // Its time is over just now. The permission to test the backend is for a call that is made.
            breaker.releasePermission();
        }
        return !permitted;
    }

    /**
     * Ends a call. It counts only if the state has not changed since it began: otherwise Resilience4j would take a call from
     * before an outage for one of the few calls that test the backend in half-open state.
     */
    void leave(CircuitPermission permission, Verdict verdict, long nanos, @Nullable BackendFailure failure) {
        noticeChange();
        if (permission == current) {
            verdict.tell(breaker, nanos, failure);
            noticeChange();
        }
    }

    /** An estimate of how long it stays open. */
    Duration remainingWait() {
        Duration remaining = wait.minusNanos(System.nanoTime() - changedAt);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    private void noticeChange() {
        if (breaker.getState() != known) {
            change();
        }
    }

    private synchronized void change() {
        State now = breaker.getState();
        State before = known;
        if (now != before) {
            known = now;
            current = new CircuitPermission();
            changedAt = System.nanoTime();
            log.warn("Circuit breaker of backend {}: {} after {}", breaker.getName(), now, before);
        }
    }

    void bindTo(MeterRegistry meters) {
        for (State state : State.values()) {
            Gauge.builder("resilience4j.circuitbreaker.state", breaker, it -> it.getState() == state ? 1 : 0)
                    .description("1 for the state that the circuit breaker is in")
                    .tags("name", breaker.getName(), "state", state.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
        gauge(
                meters,
                "failure.rate",
                "percentage of failed calls, -1 when there are too few",
                it -> it.getFailureRate());
        gauge(
                meters,
                "slow.call.rate",
                "percentage of slow calls, -1 when there are too few",
                it -> it.getSlowCallRate());
        gauge(meters, "buffered.calls", "calls in the window", it -> it.getNumberOfBufferedCalls());
        gauge(meters, "not.permitted.calls", "calls refused while open", it -> it.getNumberOfNotPermittedCalls());
    }

    private void gauge(
            MeterRegistry meters, String name, String description, ToDoubleFunction<CircuitBreaker.Metrics> figure) {
        Gauge.builder("resilience4j.circuitbreaker." + name, breaker, it -> figure.applyAsDouble(it.getMetrics()))
                .description(description)
                .tag("name", breaker.getName())
                .register(meters);
    }
}
