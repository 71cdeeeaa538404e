package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPropertiesTest {

    @ParameterizedTest
    @CsvSource({"9, false", "10, true", "11, true"})
    void the_longest_pause_is_not_shorter_than_the_first(int maxMillis, boolean valid) {
        RetryProperties retry =
                new RetryProperties(2, Duration.ofMillis(10), Duration.ofMillis(maxMillis), Duration.ofMinutes(1));
        assertThat(retry.isMaxBackoffAtLeastFirst()).isEqualTo(valid);
    }
}
