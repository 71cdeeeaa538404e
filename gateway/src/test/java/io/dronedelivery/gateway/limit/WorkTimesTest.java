package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.gateway.limit.WorkTimes.WorkSample;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WorkTimesTest {

    private static final long USUAL = 1_000_000;
    private static final Offset<Double> EXACT = within(1e-6);

    private final WorkTimes times = WorkTimes.learned();

    private void usually(long nanos) {
        times.answered(nanos, 0);
        times.close(false);
    }

    @Test
    void the_first_window_is_what_is_usual() {
        times.answered(10, 0);
        times.answered(30, 0);

        assertThat(times.count()).isEqualTo(2);
        assertThat(times.close(false)).isEqualTo(new WorkSample(2, 1, 20));
        assertThat(times.count()).isZero();
    }

    @Test
    void a_window_without_requests_says_nothing() {
        usually(USUAL);

        assertThat(times.close(false)).isEqualTo(new WorkSample(0, 1, 0));
        times.answered(USUAL, 0);
        assertThat(times.close(false).ratio()).isEqualTo(1);
    }

    @Test
    void the_gateway_s_own_delay_explains_what_is_above_the_usual_and_no_more() {
        usually(20);

        times.answered(50, 20);
        assertThat(times.close(false).nanos()).as("30 of 50").isEqualTo(30);
        times.answered(25, 20);
        assertThat(times.close(false).nanos()).as("as usual").isEqualTo(20);
        times.answered(10, 5);
        assertThat(times.close(false).nanos()).as("quicker than usual").isEqualTo(10);
    }

    @Test
    void before_anything_is_usual_the_own_delay_explains_nothing() {
        times.answered(100, 50);

        assertThat(times.close(false).nanos()).isEqualTo(100);
    }

    @Test
    void who_gave_up_counts_when_it_took_longer_than_usual() {
        times.unanswered(50, 0);
        assertThat(times.count()).as("nothing is usual yet").isZero();

        usually(USUAL);
        times.unanswered(USUAL, 0);
        assertThat(times.count()).as("as long as usual").isZero();
        times.unanswered(3 * USUAL, USUAL);
        assertThat(times.close(false)).isEqualTo(new WorkSample(1, 2, 2 * USUAL));
    }

    @Test
    void what_is_usual_falls_quickly() {
        usually(USUAL);

        times.answered(USUAL / 2, 0);
        assertThat(times.close(true).ratio()).isEqualTo(0.5);
        assertThat(usual()).isCloseTo(0.85 * USUAL, EXACT);
    }

    @Test
    void what_is_usual_rises_slowly_and_slowest_while_the_limit_is_in_use() {
        usually(USUAL);

        times.answered(2 * USUAL, 0);
        assertThat(times.close(true).ratio()).isEqualTo(2);
        assertThat(usual()).isCloseTo(1.0005 * USUAL, EXACT);

        WorkTimes unhurried = WorkTimes.learned();
        unhurried.answered(USUAL, 0);
        unhurried.close(false);
        unhurried.answered(2 * USUAL, 0);
        unhurried.close(false);
        assertThat(usual(unhurried)).isCloseTo(1.01 * USUAL, EXACT);
    }

    @Test
    void one_kind_that_hangs_counts_for_eight_times_as_slow_at_most() {
        usually(USUAL);

        times.answered(100 * USUAL, 0);
        assertThat(times.close(false)).isEqualTo(new WorkSample(1, 8, 100 * USUAL));
        assertThat(usual()).isCloseTo(1.07 * USUAL, EXACT);
    }

    private double usual() {
        return usual(times);
    }

    /** From how much quicker than usual the quickest is. */
    private static double usual(WorkTimes times) {
        times.answered(USUAL / 1_000, 0);
        WorkSample quick = times.close(false);
        return quick.nanos() / quick.ratio();
    }
}
