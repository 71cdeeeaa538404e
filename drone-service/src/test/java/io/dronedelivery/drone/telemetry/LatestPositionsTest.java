package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class LatestPositionsTest {

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final LatestPositions positions = new LatestPositions(10);

    private static DroneTelemetry told(String droneId, int sequence) {
        return new DroneTelemetry(droneId, sequence, sequence * 1_000L, 47, 8, 80, 9, 271, 0.8);
    }

    @Test
    void the_newest_message_counts_whenever_it_comes() {
        positions.update(told("dr-01", 2));
        positions.update(told("dr-01", 1));
        positions.update(told("dr-01", 2));

        assertThat(positions.of("dr-01")).isEqualTo(told("dr-01", 2));
        assertThat(positions.of("dr-02")).isNull();
    }

    @Test
    void a_message_from_the_future_hides_none_that_follow() {
        long tomorrow = StreamFigures.now() + 86_400_000_000L;
        positions.update(new DroneTelemetry("dr-01", 1, tomorrow, 47, 8, 80, 9, 271, 0.8));
        positions.update(told("dr-01", 2));

        assertThat(positions.of("dr-01")).isEqualTo(told("dr-01", 2));
    }

    @Test
    void when_there_are_too_many_drones_the_one_heard_of_longest_ago_is_forgotten() {
        IntStream.rangeClosed(1, 10).forEach(number -> positions.update(told("dr-" + number, number)));
        positions.update(told("dr-1", 20));

        positions.update(told("dr-11", 21));

        assertThat(positions.size()).isEqualTo(10);
        assertThat(positions.of("dr-2")).isNull();
        assertThat(positions.of("dr-1")).isNotNull();
        assertThat(positions.of("dr-11")).isNotNull();
    }

    @Test
    void who_listens_gets_what_is_known_and_then_the_latest_of_each_interval() {
        positions.update(told("dr-01", 1));

        StepVerifier.withVirtualTime(() -> positions.live("dr-01", INTERVAL).map(DroneTelemetry::sequence))
                .expectNext(1L)
                .then(() -> positions.update(told("dr-01", 2)))
                .then(() -> positions.update(told("dr-01", 3)))
                .then(() -> positions.update(told("dr-02", 4)))
                .thenAwait(INTERVAL)
                .expectNext(3L)
                .thenCancel()
                .verify(Duration.ofSeconds(30));
    }

    @Test
    void who_reads_slowly_gets_the_latest_and_not_those_between() {
        positions.update(told("dr-01", 1));

        StepVerifier.withVirtualTime(() -> positions.live("dr-01", INTERVAL).map(DroneTelemetry::sequence), 1)
                .expectNext(1L)
                .then(() -> positions.update(told("dr-01", 2)))
                .thenAwait(INTERVAL)
                .then(() -> positions.update(told("dr-01", 3)))
                .thenAwait(INTERVAL)
                .thenRequest(1)
                .expectNext(3L)
                .thenCancel()
                .verify(Duration.ofSeconds(30));
    }

    @Test
    void who_listens_to_all_gets_what_is_known_and_then_the_latest_of_those_that_tell_something_new() {
        positions.update(told("dr-01", 1));
        positions.update(told("dr-02", 1));

        StepVerifier.withVirtualTime(() -> positions.liveOfAll(INTERVAL).map(t -> t.droneId() + " " + t.sequence()))
                .thenAwait(Duration.ofMillis(1))
                .recordWith(ArrayList::new)
                .expectNextCount(2)
                .consumeRecordedWith(all -> assertThat(all).containsExactlyInAnyOrder("dr-01 1", "dr-02 1"))
                .then(() -> positions.update(told("dr-02", 2)))
                .then(() -> positions.update(told("dr-02", 3)))
                .thenAwait(INTERVAL)
                .expectNext("dr-02 3")
                .thenAwait(INTERVAL.multipliedBy(5))
                .then(() -> positions.update(told("dr-01", 4)))
                .thenAwait(INTERVAL)
                .expectNext("dr-01 4")
                .thenCancel()
                .verify(Duration.ofSeconds(30));
    }

    @Test
    void who_reads_slowly_of_all_gets_the_latest_of_each_and_not_those_between() {
        positions.update(told("dr-01", 1));

        StepVerifier.withVirtualTime(() -> positions.liveOfAll(INTERVAL).map(DroneTelemetry::sequence), 1)
                .thenAwait(Duration.ofMillis(1))
                .expectNext(1L)
                .then(() -> {
                    for (int sequence = 2; sequence <= 9; sequence++) {
                        positions.update(told("dr-01", sequence));
                    }
                })
                .thenAwait(INTERVAL.multipliedBy(10))
                .thenRequest(1)
                .expectNext(9L)
                .thenCancel()
                .verify(Duration.ofSeconds(30));
    }

    @Test
    void after_the_last_listener_another_one_is_told_too() {
        positions.update(told("dr-01", 1));
        for (int round = 1; round <= 2; round++) {
            long known = round;
            StepVerifier.withVirtualTime(() -> positions.live("dr-01", INTERVAL).map(DroneTelemetry::sequence))
                    .expectNext(known)
                    .then(() -> positions.update(told("dr-01", (int) known + 1)))
                    .thenAwait(INTERVAL)
                    .expectNext(known + 1)
                    .thenCancel()
                    .verify(Duration.ofSeconds(30));
        }
    }
}
