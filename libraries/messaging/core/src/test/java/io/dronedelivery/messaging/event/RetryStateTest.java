package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryStateTest {

    @Test
    void it_is_read_as_it_was_written() {
        RetryState retryState = new RetryState(3, 41, Duration.ofMillis(61_007));
        assertThat(RetryState.parse(retryState.toString())).isEqualTo(retryState);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "x", "trouble", "trouble 1 2", "trouble 1 2 x", "trouble 1 2 3 4", "something 1 2 3"})
    void what_others_have_written_is_none(@Nullable String metadata) {
        assertThat(RetryState.parse(metadata)).isEqualTo(RetryState.NONE);
    }
}
