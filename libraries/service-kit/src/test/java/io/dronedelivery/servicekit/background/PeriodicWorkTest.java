package io.dronedelivery.servicekit.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class PeriodicWorkTest {

    private final AtomicInteger runs = new AtomicInteger();
    private final VirtualTimeScheduler clock = VirtualTimeScheduler.getOrSet();

    @AfterEach
    void letTimePassAgain() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void it_is_done_at_the_start_and_after_each_pause_until_it_is_stopped() {
        PeriodicWork work = work(Mono.fromRunnable(runs::incrementAndGet));
        assertThat(work.isRunning()).isFalse();
        work.start();
        assertThat(runs).hasValue(1);

        clock.advanceTimeBy(Duration.ofSeconds(25));
        assertThat(runs).hasValue(3);
        assertThat(work.isRunning()).isTrue();

        work.stop();
        clock.advanceTimeBy(Duration.ofSeconds(60));
        assertThat(runs).hasValue(3);
        assertThat(work.isRunning()).isFalse();

        work.start();
        assertThat(runs).hasValue(4);
        work.stop();
    }

    @Test
    void a_run_that_fails_is_followed_by_the_next() {
        PeriodicWork work = work(Mono.fromRunnable(() -> {
            runs.incrementAndGet();
            throw new IllegalStateException("away");
        }));
        work.start();
        clock.advanceTimeBy(Duration.ofSeconds(10));
        assertThat(runs).hasValue(2);
        work.stop();
    }

    @Test
    void a_run_that_fails_is_not_waited_for_as_long_as_the_pause_may_be() {
        PeriodicWork work = new PeriodicWork(
                "The test",
                Duration.ofHours(1),
                Mono.fromRunnable(() -> assertThat(runs.incrementAndGet()).isGreaterThan(1)));
        work.start();
        clock.advanceTimeBy(Duration.ofMinutes(1));
        assertThat(runs).hasValue(2);
        clock.advanceTimeBy(Duration.ofMinutes(59));
        assertThat(runs).hasValue(2);
        work.stop();
    }

    @Test
    void a_run_that_takes_long_delays_the_next() {
        PeriodicWork work = work(Mono.delay(Duration.ofSeconds(60)).doOnSubscribe(s -> runs.incrementAndGet()));
        work.start();
        clock.advanceTimeBy(Duration.ofSeconds(65));
        assertThat(runs).hasValue(1);
        clock.advanceTimeBy(Duration.ofSeconds(5));
        assertThat(runs).hasValue(2);
        work.stop();
    }

    private static PeriodicWork work(Mono<?> run) {
        return new PeriodicWork("The test", Duration.ofSeconds(10), run);
    }
}
