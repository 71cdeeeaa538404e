package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** An operation whose SDK does not end it. */
class OperationsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Operations operations = new Operations(
            Duration.ofMillis(10),
            new CosmosProperties.Hedging(false, Duration.ofMillis(100), Duration.ofMillis(100)),
            new OperationMeters(new SimpleMeterRegistry(), "things"),
            new OperationSpans(OpenTelemetry.noop().getTracer("test"), "things"));

    @Test
    void what_does_not_end_is_broken_off_when_its_time_is_over() {
        AtomicBoolean brokenOff = new AtomicBoolean();

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations
                        .run("query", (cost, policy) -> Flux.never().doOnCancel(() -> brokenOff.set(true)))
                        .blockLast(TIMEOUT))
                .returns(ProblemType.BACKEND_TIMEOUT, ProblemException::type);

        assertThat(brokenOff).isTrue();
    }

    @Test
    void what_ends_in_time_is_whole() {
        assertThat(operations
                        .run("query", (cost, policy) -> Flux.range(0, 3))
                        .collectList()
                        .block(TIMEOUT))
                .containsExactly(0, 1, 2);
    }
}
