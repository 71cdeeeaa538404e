package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.lab.accounts.stepload.GatlingLoad.Response;
import io.dronedelivery.lab.accounts.stepload.GatlingLoad.UserEvent;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatlingLoadTest {

    private static final long START = 1_000_000;

    @Test
    void responses_count_in_the_second_in_which_they_end() {
        GatlingLoad load = new GatlingLoad(
                START,
                List.of(response(100, 900, true), response(500, 1_500, true), response(600, 1_999, false)),
                List.of());

        assertThat(load.perSecond()).containsExactly(1, 1);
        assertThat(load.failedPerSecond()).containsExactly(0, 1);
        assertThat(load.successful()).isEqualTo(2);
        assertThat(load.failed()).isEqualTo(1);
    }

    @Test
    void users_of_a_second_are_the_most_at_the_same_time_in_it() {
        GatlingLoad load = new GatlingLoad(
                START,
                List.of(response(0, 3_500, true)),
                List.of(user(0, true), user(1_200, true), user(1_300, true), user(1_800, false)));

        assertThat(load.usersPerSecond()).containsExactly(1, 3, 2, 2);
    }

    @Test
    void percentiles_are_of_the_nearest_rank() {
        GatlingLoad.Durations durations = GatlingLoad.Durations.of(40, 10, 20, 30);

        assertThat(durations.average()).isEqualTo(25);
        assertThat(durations.p50()).isEqualTo(20);
        assertThat(durations.p99()).isEqualTo(40);
        assertThat(GatlingLoad.Durations.of().average()).isNaN();
    }

    @Test
    void correlation_is_one_for_what_rises_together_and_nothing_for_what_never_changes() {
        double[] rising = {1, 2, 3, 4};

        assertThat(SampleSeries.correlation(rising, new double[] {10, 20, 30, 40}))
                .isCloseTo(1, within(1e-9));
        assertThat(SampleSeries.correlation(rising, new double[] {4, 3, 2, 1})).isCloseTo(-1, within(1e-9));
        assertThat(SampleSeries.correlation(rising, new double[] {5, 5, 5, 5})).isZero();
        assertThat(SampleSeries.means(new double[] {1, 3, 5, 7, 9}, 2)).containsExactly(2, 6);
    }

    private static Response response(long begin, long end, boolean ok) {
        return new Response(START + begin, START + end, ok, "");
    }

    private static UserEvent user(long at, boolean came) {
        return new UserEvent(START + at, came);
    }
}
