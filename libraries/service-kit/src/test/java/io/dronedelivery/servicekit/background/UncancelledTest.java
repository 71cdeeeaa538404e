package io.dronedelivery.servicekit.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

class UncancelledTest {

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Sinks.One<String> step = Sinks.one();
    private final Mono<String> work = Mono.defer(() -> {
        begun.incrementAndGet();
        return step.asMono().doOnSuccess(result -> ended.incrementAndGet());
    });

    @Test
    void what_has_begun_goes_to_its_end_when_its_caller_goes_away() {
        Uncancelled.of(work).subscribe().dispose();

        assertThat(begun).hasValue(1);
        assertThat(ended).hasValue(0);
        step.tryEmitValue("result");
        assertThat(ended).hasValue(1);
    }

    @Test
    void it_begins_for_each_caller_when_that_asks_for_it() {
        Mono<String> asked = Uncancelled.of(work);
        step.tryEmitValue("result");
        assertThat(begun).hasValue(0);

        assertThat(asked.block()).isEqualTo("result");
        assertThat(asked.block()).isEqualTo("result");

        assertThat(begun).hasValue(2);
    }

    @Test
    void nothing_and_a_failure_are_its_results_too() {
        assertThat(Uncancelled.of(Mono.empty()).blockOptional()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> Uncancelled.of(Mono.error(new IllegalStateException("broken")))
                        .block())
                .withMessage("broken");
    }

    @Test
    void it_has_the_context_of_its_caller() {
        Mono<String> named = Mono.deferContextual(context -> Mono.just(context.get("name")));

        assertThat(Uncancelled.of(named)
                        .contextWrite(Context.of("name", "caller"))
                        .block())
                .isEqualTo("caller");
    }
}
