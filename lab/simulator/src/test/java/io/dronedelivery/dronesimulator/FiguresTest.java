package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

class FiguresTest {

    private static final int ROUNDS = 200;
    private static final int MESSAGES = 400;

    /** The brokers' clients tell of acknowledgements on threads that must not wait, also not for each other. */
    @Test
    void threads_that_must_not_wait_record_at_the_same_time() {
        for (int round = 0; round < ROUNDS; round++) {
            Figures figures = new Figures(Long.MIN_VALUE);

            Flux.range(0, MESSAGES)
                    .parallel(4, 1)
                    .runOn(Schedulers.parallel(), 1)
                    .doOnNext(i -> figures.acknowledged(WallClock.micros() - (1L << i / 10)))
                    .sequential()
                    .blockLast(Duration.ofSeconds(30));

            assertThat(figures.acknowledgement().getTotalCount()).isEqualTo(MESSAGES);
        }
    }

    @Test
    void a_latency_of_more_than_a_day_counts_as_a_day() {
        Figures figures = new Figures(Long.MIN_VALUE);

        figures.acknowledged(WallClock.micros() - Duration.ofDays(3).toNanos() / 1000);

        assertThat(figures.acknowledgement().getMaxValue())
                .isBetween(
                        Duration.ofHours(24).toNanos() / 1000,
                        Duration.ofHours(25).toNanos() / 1000);
    }
}
