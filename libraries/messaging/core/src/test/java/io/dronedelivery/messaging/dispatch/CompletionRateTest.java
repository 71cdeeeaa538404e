package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompletionRateTest {

    private long left = 1_000;
    private long now = -Duration.ofSeconds(3).toNanos();
    private final CompletionRate rate = new CompletionRate(() -> left, () -> now);

    private void after(Duration time, int messages) {
        now += time.toNanos();
        left += messages;
    }

    @Test
    void the_wait_is_as_long_as_the_messages_take_at_the_rate_so_far() {
        after(Duration.ofSeconds(4), 20);
        assertThat(rate.untilLeft(50)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void while_nothing_leaves_and_when_it_leaves_slowly_the_wait_is_a_minute() {
        assertThat(rate.untilLeft(1)).isEqualTo(Duration.ofMinutes(1));
        after(Duration.ofSeconds(4), 1);
        assertThat(rate.untilLeft(16)).isEqualTo(Duration.ofMinutes(1));
        assertThat(rate.untilLeft(15)).isEqualTo(Duration.ofMinutes(1));
        assertThat(rate.untilLeft(14)).isEqualTo(Duration.ofSeconds(56));
    }

    @Test
    void the_wait_is_never_below_a_second() {
        after(Duration.ofSeconds(1), 1_000);
        assertThat(rate.untilLeft(1)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void what_left_more_than_five_seconds_ago_does_not_count() {
        after(Duration.ofSeconds(1), 1_000);
        rate.mark();
        after(Duration.ofSeconds(5), 10);
        rate.mark();

        // The mark of five seconds ago is the oldest now: ten messages in five seconds.
        assertThat(rate.untilLeft(10)).isEqualTo(Duration.ofSeconds(5));
    }
}
