package io.dronedelivery.servicekit.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class BackgroundWorkTest {

    private final BackgroundWork work = new BackgroundWork("The test");

    @Test
    void it_is_idle_when_all_work_has_ended_in_whatever_way() {
        Sinks.Empty<Void> one = Sinks.empty();
        Sinks.Empty<Void> other = Sinks.empty();
        StepVerifier.create(work.idle()).verifyComplete();
        work.run(one.asMono());
        work.run(other.asMono());

        StepVerifier.create(work.idle())
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(10))
                .then(one::tryEmitEmpty)
                .expectNoEvent(Duration.ofMillis(10))
                .then(() -> other.tryEmitError(new IllegalStateException("failed")))
                .expectComplete()
                .verify(Duration.ofSeconds(30));
        StepVerifier.create(work.idle()).verifyComplete();
    }

    @Test
    void the_context_of_a_request_does_not_reach_it() {
        AtomicBoolean alone = new AtomicBoolean();
        Mono<Void> started = Mono.fromRunnable(() ->
                work.run(Mono.deferContextual(context -> Mono.fromRunnable(() -> alone.set(context.isEmpty())))));

        started.contextWrite(context -> context.put("deadline", "soon")).block();

        assertThat(alone).isTrue();
    }
}
