package io.dronedelivery.requestreply.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.requestreply.queue.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobMessagesTest {

    @Test
    void job_lives_on_the_bus_as_long_as_somebody_waits_for_it() {
        assertThat(JobMessages.of(job(Duration.ofMinutes(1)), "replies").getTimeToLive())
                .isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
    }

    @Test
    void job_that_nobody_waits_for_has_the_shortest_time_to_live() {
        assertThat(JobMessages.of(job(Duration.ZERO), "replies").getTimeToLive())
                .isEqualTo(Duration.ofSeconds(1));
    }

    private static Job job(Duration remaining) {
        Instant now = Instant.now();
        return new Job("a", "session", new byte[0], 1, now, now.plus(remaining), Map.of());
    }
}
