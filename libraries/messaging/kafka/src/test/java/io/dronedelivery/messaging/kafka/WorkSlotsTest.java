package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class WorkSlotsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<Integer> begun = new CopyOnWriteArrayList<>();
    private final WorkSlots slots = new WorkSlots(2, Schedulers.parallel());

    @Test
    void work_beyond_the_slots_begins_in_its_order_when_other_work_ends() {
        List<Sinks.Empty<Void>> gates = new ArrayList<>();
        IntStream.range(0, 4).forEach(n -> gates.add(Sinks.empty()));
        IntStream.range(0, 4)
                .forEach(n -> slots.inSlot(work(n, gates.get(n).asMono())).subscribe());
        assertThat(begun).containsExactly(0, 1);

        gates.get(1).tryEmitEmpty();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly(0, 1, 2));
        gates.get(0).tryEmitEmpty();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly(0, 1, 2, 3));
    }

    @Test
    void work_that_fails_or_is_cancelled_frees_its_slot() {
        StepVerifier.create(slots.inSlot(work(0, Mono.error(new IllegalStateException("no")))))
                .verifyErrorMessage("no");
        Disposable first = slots.inSlot(work(1, Mono.never())).subscribe();
        Disposable second = slots.inSlot(work(2, Mono.never())).subscribe();
        Disposable neverBegun = slots.inSlot(work(3, Mono.never())).subscribe();
        neverBegun.dispose();
        first.dispose();
        second.dispose();

        StepVerifier.create(slots.inSlot(work(4, Mono.empty())))
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(slots.inSlot(work(5, Mono.empty())))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(begun).containsExactly(0, 1, 2, 4, 5);
    }

    @Test
    void never_more_runs_at_the_same_time_than_there_are_slots_and_all_of_it_ends() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Mono<Void> work = Mono.defer(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    return Mono.delay(Duration.ofNanos(1));
                })
                .doOnNext(tick -> running.decrementAndGet())
                .then();

        StepVerifier.create(Flux.range(0, 2_000).flatMap(n -> slots.inSlot(work), 2_000))
                .expectComplete()
                .verify(TIMEOUT);

        assertThat(most).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void work_that_ends_at_once_needs_no_stack() {
        Sinks.Empty<Void> gate = Sinks.empty();
        slots.inSlot(gate.asMono()).subscribe();
        slots.inSlot(gate.asMono()).subscribe();
        Mono<Void> all = Flux.range(0, 3_000)
                .flatMap(n -> slots.inSlot(Mono.empty()), 3_000)
                .then();
        StepVerifier.create(all).then(gate::tryEmitEmpty).expectComplete().verify(TIMEOUT);
    }

    @Test
    void what_work_gives_is_its_callers_and_so_is_the_context_that_it_is_done_in() {
        Mono<String> work = Mono.deferContextual(context -> Mono.just(context.<String>get("trace")));
        StepVerifier.create(slots.inSlot(work).contextWrite(context -> context.put("trace", "t-1")))
                .expectNext("t-1")
                .expectComplete()
                .verify(TIMEOUT);
    }

    private Mono<Void> work(int number, Mono<Void> end) {
        return Mono.defer(() -> {
            begun.add(number);
            return end;
        });
    }
}
