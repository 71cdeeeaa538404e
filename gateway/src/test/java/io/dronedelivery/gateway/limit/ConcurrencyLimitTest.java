package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.limit.ConcurrencyLimit.Shares;
import io.dronedelivery.gateway.settings.Priority;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyLimitTest {

    private static final Shares SHARES = new Shares(80, 50);

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
        ConcurrencyLimit fixed = ConcurrencyLimit.fixed(max, SHARES);
        ConcurrencyLimit adaptive = ConcurrencyLimit.adaptive(4, max, SHARES, Duration.ZERO);

        assertThat(roomOf(fixed, fixed.workload(priority))).isEqualTo(share);
        assertThat(roomOf(adaptive, adaptive.workload(priority))).isEqualTo(share);
        assertThat(roomOf(fixed, fixed.workload(priority).ofIncomplete())).isEqualTo(ofIncomplete);
    }

    /** The most for which there is room. */
    private static long roomOf(ConcurrencyLimit limit, Workload work) {
        long least = 0;
        long most = Integer.MAX_VALUE;
        while (least < most) {
            long middle = (least + most + 1) / 2;
            if (limit.hasRoom(work, (int) middle)) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        return least;
    }
}
