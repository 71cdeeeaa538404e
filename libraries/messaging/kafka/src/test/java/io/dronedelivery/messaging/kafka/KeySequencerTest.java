package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class KeySequencerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private final KeySequencer sequencer = new KeySequencer();

    @Test
    void work_of_a_key_waits_for_its_turn_and_other_keys_do_not() {
        List<String> begun = new CopyOnWriteArrayList<>();
        Sinks.Empty<Void> gate = Sinks.empty();
        sequencer.inTurn("a", begun("a1", begun).then(gate.asMono())).subscribe();
        sequencer.inTurn("a", begun("a2", begun)).subscribe();
        sequencer.inTurn("b", begun("b1", begun)).subscribe();
        assertThat(begun).containsExactly("a1", "b1");

        gate.tryEmitEmpty();

        assertThat(begun).containsExactly("a1", "b1", "a2");
        assertThat(sequencer.busyKeys()).isZero();
    }

    @Test
    void work_that_fails_lets_the_next_one_begin() {
        List<String> begun = new CopyOnWriteArrayList<>();
        assertThat(sequencer
                        .inTurn("a", Mono.error(new IllegalStateException("no")))
                        .onErrorComplete()
                        .then(sequencer.inTurn("a", begun("a2", begun)))
                        .block(Duration.ofSeconds(5)))
                .isNull();
        assertThat(begun).containsExactly("a2");
    }

    @Test
    void work_that_is_cancelled_before_its_turn_never_begins() {
        List<String> begun = new CopyOnWriteArrayList<>();
        Disposable first = sequencer.inTurn("a", Mono.never()).subscribe();
        Disposable second = sequencer.inTurn("a", begun("a2", begun)).subscribe();
        sequencer.inTurn("a", begun("a3", begun)).subscribe();

        second.dispose();
        first.dispose();

        assertThat(begun).containsExactly("a3");
        assertThat(sequencer.busyKeys()).isZero();
    }

    @Test
    void a_long_row_of_work_that_is_done_at_once_needs_no_deep_stack() {
        List<String> begun = new CopyOnWriteArrayList<>();
        Sinks.Empty<Void> gate = Sinks.empty();
        sequencer.inTurn("a", gate.asMono()).subscribe();
        IntStream.range(0, 20_000)
                .forEach(n -> sequencer
                        .inTurn("a", Mono.fromRunnable(() -> {
                            if (n % 1000 == 0) {
                                begun.add("a" + n);
                            }
                        }))
                        .subscribe());

        gate.tryEmitEmpty();

        assertThat(begun).hasSize(20);
    }

    @Test
    void order_and_exclusion_hold_when_work_ends_on_many_threads() {
        ConcurrentHashMap<Integer, List<Integer>> done = new ConcurrentHashMap<>();
        Flux.range(0, 8_000)
                .flatMap(
                        n -> sequencer.inTurn(
                                n % 16,
                                Mono.<Void>fromRunnable(
                                                () -> done.computeIfAbsent(n % 16, key -> new CopyOnWriteArrayList<>())
                                                        .add(n))
                                        .subscribeOn(Schedulers.parallel())),
                        256)
                .blockLast(TIMEOUT);

        assertThat(done).hasSize(16);
        done.values().forEach(numbers -> assertThat(numbers).hasSize(500).isSorted());
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(sequencer.busyKeys()).isZero());
    }

    private static Mono<Void> begun(String name, List<String> begun) {
        return Mono.fromRunnable(() -> begun.add(name));
    }
}
