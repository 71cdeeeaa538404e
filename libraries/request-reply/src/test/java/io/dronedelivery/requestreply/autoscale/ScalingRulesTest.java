package io.dronedelivery.requestreply.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.requestreply.autoscale.Decision.ScalingRule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScalingRulesTest {

    private static final ScalingRules RULES = new ScalingRules(20);
    private static final Look STEADY = look(1, 100, 100, 150L, 1);

    @Test
    void jobs_that_wait_for_a_worker_call_for_one_before_any_other_rule() {
        Look busy = look(0.989, 0, 0, 0L, 3);

        assertThat(RULES.judge(busy, STEADY).rule()).isEqualTo(ScalingRule.UTILISATION);
        assertThat(RULES.judge(busy, STEADY).reason())
                .isEqualTo("utilisation is 98.9 %, below 99 %: jobs wait for a worker");
    }

    @Test
    void utilisation_of_99_percent_is_full() {
        assertThat(judge(look(0.99, 100, 100, 150L, 1))).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void consumption_that_rises_by_the_threshold_calls_for_a_worker() {
        assertThat(judge(look(1, 120, 100, 150L, 1))).isEqualTo(ScalingRule.CONSUMPTION_UP);
        assertThat(judge(look(1, 119, 100, 150L, 1))).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void first_job_after_a_pause_is_a_rise() {
        assertThat(RULES.judge(look(1, 0.2, 0.2, 0L, 1), look(1, 0, 0, 0L, 1)).rule())
                .isEqualTo(ScalingRule.CONSUMPTION_UP);
    }

    @Test
    void dispatch_that_falls_while_as_many_jobs_come_calls_for_a_worker() {
        assertThat(judge(look(1, 100, 80, 150L, 1))).isEqualTo(ScalingRule.DISPATCH_DOWN);
        assertThat(judge(look(1, 100, 81, 150L, 1))).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void dispatch_that_falls_because_fewer_jobs_come_calls_for_none() {
        assertThat(judge(look(1, 80, 80, 150L, 1))).isEqualTo(ScalingRule.CONSUMPTION_DOWN);
    }

    @Test
    void dispatch_that_was_nothing_cannot_fall() {
        Look nothingDone = look(1, 100, 0, 150L, 1);

        assertThat(RULES.judge(nothingDone, nothingDone).rule()).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void dispatch_that_falls_since_the_last_jobs_are_done_calls_for_none() {
        assertThat(RULES.judge(look(1, 0, 0, 0L, 1), look(1, 0, 50, 0L, 1)).rule())
                .isEqualTo(ScalingRule.CONSUMPTION_ZERO);
    }

    @Test
    void long_queue_that_grows_by_the_threshold_calls_for_a_worker() {
        assertThat(judge(look(1, 100, 100, 180L, 1))).isEqualTo(ScalingRule.LENGTH_UP);
        assertThat(judge(look(1, 100, 100, 179L, 1))).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void short_queue_may_grow() {
        assertThat(RULES.judge(look(1, 100, 100, 100L, 1), look(1, 100, 100, 2L, 1))
                        .rule())
                .isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void queue_without_a_known_length_is_judged_by_the_other_figures() {
        assertThat(judge(look(1, 100, 100, null, 1))).isEqualTo(ScalingRule.STABLE);
        assertThat(RULES.judge(STEADY, look(1, 100, 100, null, 1)).rule()).isEqualTo(ScalingRule.STABLE);
    }

    @Test
    void worker_is_too_many_when_no_job_came() {
        assertThat(judge(look(1, 0, 0, 0L, 1))).isEqualTo(ScalingRule.CONSUMPTION_ZERO);
        assertThat(RULES.judge(look(1, 0, 0, 0L, 1), look(1, 0, 0, 0L, 1)).rule())
                .isEqualTo(ScalingRule.CONSUMPTION_ZERO);
    }

    @Test
    void worker_is_too_many_when_two_had_room_all_the_time() {
        assertThat(judge(look(1, 100, 100, 150L, 2))).isEqualTo(ScalingRule.IDLE);
    }

    private static ScalingRule judge(Look now) {
        return RULES.judge(now, STEADY).rule();
    }

    private static Look look(double utilisation, double consumption, double dispatch, @Nullable Long length, int idle) {
        return new Look(utilisation, consumption, dispatch, length, idle);
    }
}
