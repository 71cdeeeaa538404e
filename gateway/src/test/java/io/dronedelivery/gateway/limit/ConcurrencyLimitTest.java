package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.settings.Priority;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConcurrencyLimitTest {

    /** The largest number is what stands for no limit in many settings. */
    @ParameterizedTest
    @CsvSource({
        "CRITICAL, 1, 1, 1",
        "NORMAL, 1, 1, 1",
        "CRITICAL, 100, 100, 87",
        "NORMAL, 100, 80, 70",
        "BACKGROUND, 101, 51, 44",
        "CRITICAL, 2147483647, 2147483647, 1879048191",
        "NORMAL, 2147483647, 1717986918, 1503238553",
        "BACKGROUND, 2147483647, 1073741824, 939524096",
    })
    void each_priority_has_its_share_of_a_limit_of_any_size(Priority priority, int max, int share, int ofIncomplete) {
        for (ConcurrencyLimit limit : List.of(fixed(max), adaptive(max))) {
            Workload critical = limit.workload(Priority.CRITICAL);
            assertThat(limit.tryEnter(critical, 1)).isTrue();
            limit.leave(1, 0);

            assertThat(roomOf(limit, limit.workload(priority))).isEqualTo(share);
            assertThat(roomOf(limit, limit.workload(priority).ofIncomplete())).isEqualTo(ofIncomplete);
        }
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void a_priority_has_the_whole_limit_as_long_as_no_higher_one_comes(Priority priority) {
        ConcurrencyLimit limit = fixed(100);
        Workload work = limit.workload(priority);

        assertThat(limit.tryEnter(work, 100)).isTrue();
        assertThat(limit.tryEnter(work, 1)).isFalse();
    }

    @Test
    void a_higher_priority_that_has_not_come_for_two_seconds_takes_no_share() {
        ConcurrencyLimit limit = fixed(100);
        long now = System.nanoTime();
        assertThat(limit.tryEnter(limit.workload(Priority.CRITICAL), 1)).isTrue();
        limit.leave(1, now);
        Workload normal = limit.workload(Priority.NORMAL);
        assertThat(limit.tryEnter(normal, 81)).isFalse();
        for (int second = 1; second <= 3; second++) {
            limit.enter(new Waiting(normal, 81, "caller"), now + second * SECOND);
        }

        assertThat(limit.tryEnter(normal, 81)).isTrue();
    }

    @Test
    void places_are_taken_all_or_none() {
        ConcurrencyLimit limit = fixed(5);
        Workload work = limit.workload(Priority.NORMAL);
        assertThat(limit.tryEnter(work, 3)).isTrue();

        assertThat(limit.tryEnter(work, 3)).isFalse();
        assertThat(limit.inFlight()).isEqualTo(3);
        assertThat(limit.tryEnter(work, 2)).isTrue();
    }

    @Test
    void however_small_a_limit_gets_work_that_needs_more_finds_its_places() {
        ConcurrencyLimit limit =
                ConcurrencyLimit.adaptive("test", 4, 100, 4, new LimitShares(80, 50), 0, Duration.ZERO, () -> 0);
        limit.needs(10);

        assertThat(limit.limit()).isEqualTo(10);
        assertThat(limit.tryEnter(limit.workload(Priority.BACKGROUND), 10)).isTrue();
    }

    private static final long SECOND = 1_000_000_000;

    private static ConcurrencyLimit fixed(int max) {
        return ConcurrencyLimit.fixed("test", max, new LimitShares(80, 50), 0);
    }

    private static ConcurrencyLimit adaptive(int max) {
        return ConcurrencyLimit.adaptive("test", 4, max, max, new LimitShares(80, 50), 0, Duration.ZERO, () -> 0);
    }

    /** The most for which there is room. */
    private static long roomOf(ConcurrencyLimit limit, Workload work) {
        long least = 0;
        long most = Integer.MAX_VALUE;
        while (least < most) {
            long middle = (least + most + 1) / 2;
            if (limit.look(work, (int) middle, "caller", 1) == Entry.ENTERED) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        return least;
    }
}
