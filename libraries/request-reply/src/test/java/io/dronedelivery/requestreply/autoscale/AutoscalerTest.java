package io.dronedelivery.requestreply.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.requestreply.autoscale.Decision.ScalingRule;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What follows from the looks, in virtual time. */
class AutoscalerTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Look BUSY = new Look(0.5, 100, 100, 10L, 0);
    private static final Look ENOUGH = new Look(1, 100, 100, 0L, 1);
    private static final Look QUIET = new Look(1, 0, 0, 0L, 4);

    private final AtomicReference<Look> load = new AtomicReference<>(BUSY);
    private final AtomicInteger workers = new AtomicInteger(1);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private Autoscaler autoscaler;

    @BeforeEach
    void start() {
        start(workers::get);
    }

    private void start(IntSupplier counted) {
        autoscaler = new Autoscaler(
                "test",
                Mono.fromSupplier(load::get),
                counted,
                workers::compareAndSet,
                new AutoscalerSettings(true, INTERVAL, 20, 1, 4),
                meters,
                Tags.empty(),
                time);
        autoscaler.start();
    }

    @AfterEach
    void stop() {
        autoscaler.stop();
        time.dispose();
    }

    @Test
    void first_look_changes_nothing() {
        looks(1);

        assertThat(workers).hasValue(1);
        assertThat(autoscaler.status().look()).isEqualTo(BUSY);
        assertThat(autoscaler.status().last()).isNull();
    }

    @Test
    void each_look_adds_one_worker_up_to_the_maximum() {
        looks(2);
        assertThat(workers).hasValue(2);
        time.advanceTimeBy(INTERVAL.minusMillis(1));
        assertThat(workers).hasValue(2);

        looks(9);

        assertThat(workers).hasValue(4);
        assertThat(autoscaler.status().last())
                .returns(ScalingRule.UTILISATION, Decision::rule)
                .returns(4, Decision::from)
                .returns(4, Decision::to);
        assertThat(autoscaler.status().changes()).extracting(Decision::to).containsExactly(4, 3, 2);
    }

    @Test
    void workers_follow_a_load_that_comes_and_goes() {
        looks(4);
        load.set(ENOUGH);
        looks(3);
        assertThat(workers).hasValue(4);

        load.set(QUIET);
        looks(9);

        assertThat(workers).hasValue(1);
        assertThat(autoscaler.status().changes())
                .extracting(Decision::rule)
                .containsExactly(
                        ScalingRule.CONSUMPTION_ZERO,
                        ScalingRule.CONSUMPTION_ZERO,
                        ScalingRule.CONSUMPTION_ZERO,
                        ScalingRule.UTILISATION,
                        ScalingRule.UTILISATION,
                        ScalingRule.UTILISATION);
        assertThat(counted("utilisation", "out")).isEqualTo(3);
        assertThat(counted("stable", "same")).isEqualTo(3);
        assertThat(counted("consumption-zero", "in")).isEqualTo(3);
        assertThat(counted("consumption-zero", "same")).isEqualTo(6);
    }

    @Test
    void last_hundred_changes_are_remembered() {
        for (int change = 0; change < 150; change++) {
            workers.set(1);
            looks(1);
        }

        assertThat(autoscaler.status().changes()).hasSize(100);
    }

    @Test
    void workers_that_an_operator_has_stopped_stay_so() {
        workers.set(0);

        looks(5);

        assertThat(workers).hasValue(0);
    }

    @Test
    void workers_that_an_operator_stops_while_it_decides_stay_so() {
        autoscaler.stop();
        start(() -> workers.getAndSet(0));
        looks(1);
        workers.set(2);

        looks(1);

        assertThat(workers).hasValue(0);
        assertThat(autoscaler.status().changes()).isEmpty();
    }

    @Test
    void workers_that_an_operator_has_added_beyond_the_maximum_are_not_taken_away_under_load() {
        workers.set(9);

        looks(5);

        assertThat(workers).hasValue(9);
    }

    @Test
    void nothing_is_changed_after_the_end() {
        autoscaler.stop();

        looks(5);

        assertThat(workers).hasValue(1);
    }

    private void looks(int number) {
        time.advanceTimeBy(INTERVAL.multipliedBy(number));
    }

    private double counted(String rule, String change) {
        return meters.get("jobs.autoscaler.decisions")
                .tags("rule", rule, "workers", change)
                .counter()
                .count();
    }
}
