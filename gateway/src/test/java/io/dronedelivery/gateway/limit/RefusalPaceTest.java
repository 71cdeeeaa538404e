package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RefusalPaceTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RefusalPace pace = new RefusalPace(1_000);
    private final long start = System.nanoTime() + TimeUnit.HOURS.toNanos(1);

    @Test
    void as_many_as_are_allowed_are_refused_at_once() {
        for (int second = 0; second < 10; second++) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(pace.nanosToWait(start + second * 1_000 * MILLIS + i * MILLIS))
                        .isNotPositive();
            }
        }
    }

    @Test
    void after_a_pause_a_tenth_of_a_second_s_go_out_together() {
        for (int i = 0; i < 100; i++) {
            assertThat(pace.nanosToWait(start)).isNotPositive();
        }
        assertThat(pace.nanosToWait(start)).isEqualTo(MILLIS);
        assertThat(pace.nanosToWait(start)).isEqualTo(2 * MILLIS);
        assertThat(pace.nanosToWait(start + 10 * MILLIS)).isNotPositive();
    }

    @Test
    void who_has_to_wait_is_refused_in_turn() {
        RefusalPace slow = new RefusalPace(1);
        for (int i = 0; i < 10; i++) {
            slow.nanosToWait(System.nanoTime());
        }
        IllegalStateException refusal = new IllegalStateException("too many");

        long from = System.nanoTime();
        assertThatThrownBy(() -> slow.refuse(refusal).block(TIMEOUT)).isSameAs(refusal);
        assertThat(System.nanoTime() - from).isGreaterThan(900 * MILLIS);
    }

    @Test
    void nobody_waits_for_more_than_a_second() {
        long longest = 0;
        for (int i = 0; i < 100_000; i++) {
            longest = Math.max(longest, pace.nanosToWait(start));
        }
        assertThat(longest).isEqualTo(1_000 * MILLIS);

        assertThat(pace.nanosToWait(start + 1_001 * MILLIS)).isNotPositive();
    }
}
