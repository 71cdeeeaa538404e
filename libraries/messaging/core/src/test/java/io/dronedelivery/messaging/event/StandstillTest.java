package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures are those of ADR 26. */
class StandstillTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Duration now = Duration.ZERO;
    private final Standstill standstill = new Standstill(() -> now.toNanos());

    @Test
    void after_each_event_that_is_given_up_the_next_one_goes_after_half_the_time() {
        List<Duration> given = givenUp(Duration.ofMinutes(120), HOUR, MINUTE);

        assertThat(given.stream().limit(6))
                .containsExactly(
                        Duration.ofMinutes(60),
                        Duration.ofMinutes(90),
                        Duration.ofMinutes(105),
                        Duration.ofMinutes(112).plusSeconds(30),
                        Duration.ofMinutes(116).plusSeconds(15),
                        // At 7.5 s past, to the second at which it is asked.
                        Duration.ofMinutes(118).plusSeconds(8));
    }

    @ParameterizedTest
    @CsvSource({
        "PT12H, PT1H, PT1M, 607",
        "PT24H, PT1H, PT1M, 1327",
        "PT48H, PT1H, PT1M, 2767",
        "PT12H, PT6H, PT1H, 4",
        "PT24H, PT6H, PT1H, 16",
        "PT48H, PT6H, PT1H, 40"
    })
    void an_outage_costs_no_more_than_this(Duration outage, Duration longest, Duration shortest, int events) {
        assertThat(givenUp(outage, longest, shortest)).hasSize(events);
    }

    @Test
    void an_event_that_is_done_sets_it_back() {
        givenUp(Duration.ofHours(3), HOUR, MINUTE);
        now = now.plus(MINUTE);

        assertThat(standstill.mayGiveUp(MINUTE, HOUR, MINUTE, 1)).isFalse();
        now = now.plus(HOUR);
        assertThat(standstill.mayGiveUp(HOUR, HOUR, MINUTE, 1)).isTrue();
        now = now.plus(HOUR.dividedBy(2)).minusNanos(1);
        assertThat(standstill.mayGiveUp(HOUR, HOUR, MINUTE, 1)).isFalse();
    }

    @Test
    void a_time_in_which_none_was_given_up_sets_it_back() {
        givenUp(Duration.ofHours(3), HOUR, MINUTE);
        now = now.plus(HOUR);

        assertThat(standstill.mayGiveUp(HOUR.minusNanos(1), HOUR, MINUTE, 0)).isFalse();
        assertThat(standstill.mayGiveUp(HOUR, HOUR, MINUTE, 0)).isTrue();
    }

    @Test
    void an_event_that_has_just_come_is_not_given_up() {
        givenUp(Duration.ofHours(3), HOUR, MINUTE);
        now = now.plus(MINUTE);

        assertThat(standstill.mayGiveUp(MINUTE.minusNanos(1), HOUR, MINUTE, 0)).isFalse();
        assertThat(standstill.mayGiveUp(MINUTE, HOUR, MINUTE, 0)).isTrue();
    }

    @Test
    void it_stays_at_the_shortest_time_however_many_go() {
        Duration halvings = Duration.ofMinutes(100);

        assertThat(givenUp(halvings, Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .hasSize((int) halvings.toSeconds());
    }

    /** When events were given up in a time in which none passes and somebody asks each second. */
    private List<Duration> givenUp(Duration time, Duration longest, Duration shortest) {
        List<Duration> given = new ArrayList<>();
        for (Duration end = now.plus(time); now.compareTo(end) < 0; ) {
            now = now.plusSeconds(1);
            if (standstill.mayGiveUp(now, longest, shortest, 0)) {
                given.add(now);
            }
        }
        return given;
    }
}
