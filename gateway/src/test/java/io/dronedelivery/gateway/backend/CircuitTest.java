package io.dronedelivery.gateway.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.backend.answer.Verdict;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitTest {

    private final CircuitBreaker breaker = CircuitBreaker.of(
            "test",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(4)
                    .minimumNumberOfCalls(4)
                    .permittedNumberOfCallsInHalfOpenState(2)
                    .build());
    private final Circuit circuit = new Circuit(breaker, Duration.ofSeconds(5));

    @Test
    void calls_from_before_an_outage_give_no_permission_to_those_that_try_the_backend_again() {
        CircuitPermission before = circuit.tryEnter();
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        CircuitPermission first = circuit.tryEnter();
        circuit.leave(before, Verdict.NONE, 1, null);
        circuit.leave(before, Verdict.NONE, 1, null);

        assertThat(first).isNotNull();
        assertThat(circuit.tryEnter()).isNotNull();
        assertThat(circuit.tryEnter()).isNull();
    }

    @Test
    void a_call_from_before_an_outage_does_not_count_in_half_open_state() {
        CircuitPermission before = circuit.tryEnter();
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        CircuitPermission first = circuit.tryEnter();
        circuit.leave(before, Verdict.FAILURE, 1, null);
        circuit.leave(first, Verdict.SUCCESS, 1, null);

        assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
        circuit.leave(circuit.tryEnter(), Verdict.SUCCESS, 1, null);
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void a_call_without_a_verdict_gives_its_permission_to_another_one() {
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        circuit.tryEnter();
        CircuitPermission second = circuit.tryEnter();
        assertThat(circuit.tryEnter()).isNull();

        circuit.leave(second, Verdict.NONE, 1, null);

        assertThat(circuit.tryEnter()).isNotNull();
    }

    @Test
    void an_open_circuit_says_how_long_it_stays_so() {
        circuit.tryEnter();
        breaker.transitionToOpenState();
        assertThat(circuit.tryEnter()).isNull();

        assertThat(circuit.remainingWait()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(5));
        Circuit ofNoWait = new Circuit(breaker, Duration.ZERO);
        assertThat(ofNoWait.remainingWait()).isZero();
        assertThat(circuit.breaker()).isSameAs(breaker);
    }

    @Test
    void the_end_of_the_call_that_opens_a_circuit_is_noticed_at_once() {
        Circuit longOpen = new Circuit(breaker, Duration.ofDays(1));
        CircuitPermission entered = longOpen.tryEnter();
        for (int call = 0; call < 4; call++) {
            longOpen.leave(entered, Verdict.FAILURE, 1, null);
        }
        breaker.transitionToHalfOpenState();

        longOpen.leave(entered, Verdict.FAILURE, 1, null);

        assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
        assertThat(longOpen.remainingWait()).isGreaterThan(Duration.ofHours(1));
    }

    @Test
    void its_state_and_its_figures_are_meters() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        circuit.bindTo(meters);
        for (int call = 0; call < 4; call++) {
            circuit.leave(circuit.tryEnter(), call == 0 ? Verdict.SUCCESS : Verdict.FAILURE, 1, null);
        }
        circuit.tryEnter();

        assertThat(breaker.getState()).isEqualTo(State.OPEN);
        assertThat(value(meters, "state", "state", "open")).isEqualTo(1);
        assertThat(value(meters, "state", "state", "closed")).isZero();
        assertThat(value(meters, "failure.rate", "name", "test")).isEqualTo(75);
        assertThat(value(meters, "slow.call.rate", "name", "test")).isZero();
        assertThat(value(meters, "buffered.calls", "name", "test")).isEqualTo(4);
        assertThat(value(meters, "not.permitted.calls", "name", "test")).isEqualTo(1);
    }

    private static double value(SimpleMeterRegistry meters, String name, String tag, String value) {
        return meters.get("resilience4j.circuitbreaker." + name)
                .tag(tag, value)
                .gauge()
                .value();
    }
}
