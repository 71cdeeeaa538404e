package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Window by window, with times that are given. */
class LimitSearchTest {

    private static final int MIN = 4;
    private static final int MAX = 100;
    private static final int ENOUGH = 10;
    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SHORTEST = 100 * MILLIS;
    private static final long LONGEST = 500 * MILLIS;
    private static final long USUAL = 10 * MILLIS;
    private static final long SLOW = 8 * USUAL;
    private static final long QUICK = USUAL / 100;

    private final LimitSearch search = new LimitSearch(MIN, MAX, MAX, Duration.ZERO);
    private final WorkTimes times = WorkTimes.learned();
    private long now = -3 * MILLIS;
    private int limit = MAX;

    @BeforeEach
    void something_is_usual() {
        begin(search, times);
    }

    private void begin(LimitSearch begun, WorkTimes kind) {
        begun.add(kind);
        assertThat(begun.left(now, MAX)).as("the first window begins").isEqualTo(MAX);
        assertThat(window(begun, kind, ENOUGH, USUAL, MAX)).isEqualTo(MAX);
    }

    /** The next window, which is over as soon as it may be. */
    private int window(LimitSearch of, WorkTimes kind, int count, long took, int inFlight) {
        work(of, kind, count, took, inFlight);
        now += SHORTEST;
        return of.left(now, limit);
    }

    private int window(long took) {
        limit = window(search, times, ENOUGH, took, MAX);
        return limit;
    }

    private static void work(LimitSearch of, WorkTimes kind, int count, long took, int inFlight) {
        of.entered(inFlight);
        of.entered(1);
        for (int i = 0; i < count; i++) {
            kind.answered(took, 0);
        }
    }

    @Test
    void the_limit_falls_when_the_work_is_slower_than_usual_and_rises_again() {
        assertThat(window(SLOW)).isBetween(70, 80);
        assertThat(window(SLOW)).isLessThan(70);
        int low = limit;
        assertThat(window(USUAL)).isGreaterThan(low);
    }

    @Test
    void nothing_changes_before_the_window_is_over() {
        work(search, times, ENOUGH, SLOW, MAX);

        assertThat(search.left(now + SHORTEST - 1, MAX)).isEqualTo(MAX);
        assertThat(search.left(now + SHORTEST, MAX)).isLessThan(MAX);
    }

    @Test
    void a_window_waits_for_ten_answers_of_all_kinds_together() {
        WorkTimes other = WorkTimes.learned();
        search.add(other);
        work(search, times, ENOUGH - 1, SLOW, MAX);
        assertThat(search.left(now + SHORTEST, MAX)).isEqualTo(MAX);

        other.answered(SLOW, 0);
        assertThat(search.left(now + SHORTEST, MAX)).isLessThan(MAX);
    }

    @Test
    void a_window_waits_for_half_a_second_at_most() {
        work(search, times, 1, SLOW, MAX);

        assertThat(search.left(now + LONGEST - 1, MAX)).isEqualTo(MAX);
        assertThat(search.left(now + LONGEST, MAX)).isLessThan(MAX);
    }

    @Test
    void a_window_in_which_nothing_was_answered_changes_nothing() {
        search.entered(MAX);

        assertThat(search.left(now + LONGEST, 37)).isEqualTo(37);
        now += LONGEST;
        assertThat(window(SLOW)).as("and the next one is a window again").isLessThan(MAX);
    }

    @Test
    void a_window_is_as_long_as_the_work_of_the_one_before() {
        WorkTimes other = WorkTimes.learned();
        search.add(other);
        work(search, times, ENOUGH, 100 * MILLIS, MAX);
        work(search, other, ENOUGH, 500 * MILLIS, MAX);
        now += SHORTEST;
        int before = search.left(now, MAX);

        work(search, times, ENOUGH, 100 * MILLIS, MAX);
        assertThat(search.left(now + 300 * MILLIS - 1, before)).isEqualTo(before);
        assertThat(search.left(now + 300 * MILLIS, before)).isLessThan(before);
    }

    @Test
    void no_window_is_longer_than_half_a_second_however_long_the_work_takes() {
        work(search, times, ENOUGH, 2_000 * MILLIS, MAX);
        now += SHORTEST;
        int before = search.left(now, MAX);

        work(search, times, ENOUGH, SLOW, MAX);
        assertThat(search.left(now + LONGEST, before)).isLessThan(before);
    }

    @Test
    void a_limit_that_is_not_in_use_stays() {
        assertThat(window(search, times, ENOUGH, SLOW, MAX / 4)).isEqualTo(MAX);
        assertThat(window(SLOW)).isLessThan(MAX);
    }

    @Test
    void work_that_was_quicker_than_usual_for_a_while_does_not_lower_the_limit_later() {
        quiet(40, QUICK);

        assertThat(lowestOf(40, QUICK)).isEqualTo(MAX);
    }

    @Test
    void work_that_is_quicker_than_usual_under_load_does_not_lower_the_limit() {
        assertThat(lowestOf(80, QUICK)).isEqualTo(MAX);
    }

    @Test
    void a_first_window_that_was_slow_does_not_lower_the_limit_later() {
        LimitSearch cold = new LimitSearch(MIN, MAX, MAX, Duration.ZERO);
        WorkTimes kind = WorkTimes.learned();
        cold.add(kind);
        cold.left(now, MAX);
        window(cold, kind, ENOUGH, 1_000 * USUAL, MAX);

        for (int i = 0; i < 40; i++) {
            now += LONGEST;
            assertThat(window(cold, kind, ENOUGH, USUAL, MAX))
                    .as("window %d", i)
                    .isEqualTo(MAX);
        }
    }

    @Test
    void slowness_while_the_limit_was_not_in_use_does_not_lower_it_later() {
        for (int episode = 0; episode < 3; episode++) {
            quiet(200, 10 * SLOW);
            quiet(40, USUAL);
        }

        assertThat(lowestOf(40, USUAL)).isEqualTo(MAX);
    }

    private void quiet(int windows, long took) {
        for (int i = 0; i < windows; i++) {
            now += LONGEST;
            limit = window(search, times, ENOUGH, took, MAX / 4);
        }
    }

    private int lowestOf(int windows, long took) {
        int lowest = MAX;
        for (int i = 0; i < windows; i++) {
            now += LONGEST;
            lowest = Math.min(lowest, window(took));
        }
        return lowest;
    }

    @Test
    void what_was_in_flight_in_a_window_does_not_count_in_the_next() {
        limit = window(SLOW);
        int before = limit;

        assertThat(window(search, times, ENOUGH, SLOW, 1)).isEqualTo(before);
    }

    @Test
    void a_kind_learns_what_is_usual_more_slowly_while_half_of_the_limit_is_in_use() {
        WorkTimes busy = WorkTimes.learned();
        LimitSearch atHalf = new LimitSearch(MIN, MAX, MAX, Duration.ZERO);
        begin(atHalf, busy);
        window(atHalf, busy, ENOUGH, SLOW, MAX / 2);
        WorkTimes quiet = WorkTimes.learned();
        LimitSearch belowHalf = new LimitSearch(MIN, MAX, MAX, Duration.ZERO);
        begin(belowHalf, quiet);
        window(belowHalf, quiet, ENOUGH, SLOW, MAX / 2 - 1);

        assertThat(ratioOfUsual(busy)).isGreaterThan(ratioOfUsual(quiet));
    }

    private static double ratioOfUsual(WorkTimes kind) {
        kind.answered(USUAL, 0);
        return kind.close(false).ratio();
    }

    @Test
    void what_takes_less_than_the_least_that_is_slow_is_never_too_slow() {
        LimitSearch patient = new LimitSearch(MIN, MAX, MAX, Duration.ofMillis(100));
        WorkTimes kind = WorkTimes.learned();
        begin(patient, kind);

        assertThat(window(patient, kind, ENOUGH, 100 * MILLIS - 1, MAX)).isEqualTo(MAX);
        assertThat(window(patient, kind, ENOUGH, 100 * MILLIS, MAX)).isLessThan(MAX);
    }

    @Test
    void after_forty_windows_with_refusals_half_of_the_limit_is_tried_for_three() {
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i < 40; i++) {
                assertThat(refusing(USUAL)).as("window %d", i).isEqualTo(MAX);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(refusing(USUAL)).as("window %d of the probe", i).isEqualTo(MAX / 2);
            }
            assertThat(refusing(USUAL)).isEqualTo(MAX);
        }
    }

    @Test
    void what_is_measured_while_half_of_it_is_tried_does_not_lower_the_limit() {
        for (int i = 1; i < 40; i++) {
            refusing(USUAL);
        }
        assertThat(refusing(USUAL)).isEqualTo(MAX / 2);
        assertThat(refusing(SLOW)).isEqualTo(MAX / 2);
        assertThat(refusing(SLOW)).isEqualTo(MAX / 2);
        assertThat(refusing(SLOW)).isEqualTo(MAX);
    }

    @Test
    void a_window_without_refusals_begins_the_forty_again() {
        for (int i = 1; i < 40; i++) {
            refusing(USUAL);
        }
        assertThat(window(USUAL)).isEqualTo(MAX);
        for (int i = 1; i < 40; i++) {
            assertThat(refusing(USUAL)).isEqualTo(MAX);
        }
        assertThat(refusing(USUAL)).isEqualTo(MAX / 2);
    }

    @Test
    void no_less_than_the_least_is_tried() {
        LimitSearch narrow = new LimitSearch(80, MAX, MAX, Duration.ZERO);
        WorkTimes kind = WorkTimes.learned();
        begin(narrow, kind);
        int tried = MAX;
        for (int i = 0; i < 40; i++) {
            narrow.contended();
            tried = window(narrow, kind, ENOUGH, USUAL, MAX);
        }

        assertThat(tried).isEqualTo(80);
    }

    private int refusing(long took) {
        search.contended();
        return window(took);
    }
}
