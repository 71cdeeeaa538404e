package io.dronedelivery.servicekit.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogLimitTest {

    private long now;
    private final LogLimit limit = new LogLimit(2, () -> now);

    @Test
    void what_is_beyond_the_limit_is_left_out_and_counted_in_the_next_interval() {
        assertThat(limit.next()).isZero();
        assertThat(limit.next()).isZero();
        assertThat(limit.next()).isEqualTo(LogLimit.LEFT_OUT);
        assertThat(limit.next()).isEqualTo(LogLimit.LEFT_OUT);
        now += Duration.ofSeconds(10).toNanos();

        assertThat(limit.next()).isEqualTo(2);
        assertThat(limit.next()).isZero();
        assertThat(limit.next()).isEqualTo(LogLimit.LEFT_OUT);
    }

    @Test
    void an_interval_with_room_left_has_left_nothing_out() {
        assertThat(limit.next()).isZero();
        now += Duration.ofSeconds(25).toNanos();

        assertThat(limit.next()).isZero();
    }
}
