package io.dronedelivery.lab.accounts.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RateSearchTest {

    @Test
    void each_rate_is_a_quarter_above_the_one_before_until_one_is_not_held() {
        RateSearch search = onAMachineThatHolds(80_000);

        assertThat(search.steps())
                .extracting(TelemetryStep::perSecond)
                .containsExactly(50_000.0, 62_500.0, 78_125.0, 97_656.25);
        assertThat(search.found()).isEqualTo(78_125);
        assertThat(search.isOpen()).isFalse();
    }

    @Test
    void a_first_rate_that_is_not_held_is_halved_until_one_is() {
        RateSearch search = onAMachineThatHolds(16_000);

        assertThat(search.steps())
                .extracting(TelemetryStep::perSecond)
                .containsExactly(50_000.0, 25_000.0, 12_500.0, 15_625.0, 19_531.25);
        assertThat(search.found()).isEqualTo(15_625);
        assertThat(search.isOpen()).isFalse();
    }

    @Test
    void a_rate_that_was_not_held_is_not_tried_again() {
        RateSearch search = onAMachineThatHolds(49_000);

        assertThat(search.steps())
                .extracting(TelemetryStep::perSecond)
                .containsExactly(50_000.0, 25_000.0, 31_250.0, 39_062.5, 48_828.125);
        assertThat(search.found()).isEqualTo(48_828.125);
        assertThat(search.isOpen()).isFalse();
    }

    @Test
    void a_search_whose_last_step_is_held_found_no_limit() {
        RateSearch search = onAMachineThatHolds(1e9);

        assertThat(search.steps()).hasSize(RateSearch.MOST_STEPS);
        assertThat(search.isOpen()).isTrue();
    }

    @Test
    void a_search_in_which_nothing_is_held_ends_and_says_so() {
        RateSearch search = onAMachineThatHolds(0);

        assertThat(search.steps()).hasSize(RateSearch.MOST_STEPS);
        assertThat(search.isHeld()).isFalse();
        assertThat(search.isOpen()).isFalse();
        assertThat(search.found()).isEqualTo(50_000 / 2048.0);
    }

    private static RateSearch onAMachineThatHolds(double most) {
        RateSearch search = new RateSearch(50_000);
        for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
            boolean held = rate.getAsDouble() <= most;
            search = search.with(new TelemetryStep(rate.getAsDouble(), held, Math.min(rate.getAsDouble(), most), 5, 0));
        }
        return search;
    }
}
