package io.dronedelivery.gateway.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
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
        int before = circuit.tryEnter();
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        int first = circuit.tryEnter();
        circuit.leave(before, Verdict.NONE, 1, null);
        circuit.leave(before, Verdict.NONE, 1, null);

        assertThat(first).isNotEqualTo(Circuit.REFUSED);
        assertThat(circuit.tryEnter()).isNotEqualTo(Circuit.REFUSED);
        assertThat(circuit.tryEnter()).isEqualTo(Circuit.REFUSED);
    }

    @Test
    void what_a_call_from_before_an_outage_comes_to_does_not_decide_whether_it_is_over() {
        int before = circuit.tryEnter();
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        int first = circuit.tryEnter();
        circuit.leave(before, Verdict.FAILURE, 1, null);
        circuit.leave(first, Verdict.SUCCESS, 1, null);

        assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
        circuit.leave(circuit.tryEnter(), Verdict.SUCCESS, 1, null);
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void a_call_that_says_nothing_leaves_its_place_to_another_one() {
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        circuit.tryEnter();
        int second = circuit.tryEnter();
        assertThat(circuit.tryEnter()).isEqualTo(Circuit.REFUSED);

        circuit.leave(second, Verdict.NONE, 1, null);

        assertThat(circuit.tryEnter()).isNotEqualTo(Circuit.REFUSED);
    }
}
