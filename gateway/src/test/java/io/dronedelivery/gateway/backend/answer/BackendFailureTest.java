package io.dronedelivery.gateway.backend.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendFailureTest {

    @ParameterizedTest
    @CsvSource({"800, did not answer within 800 ms", "0, had no time left to answer", "-35, had no time left to answer"
    })
    void a_time_that_is_told_is_none_before_the_call(long millis, String reason) {
        assertThat(TimedOut.after(Duration.ofMillis(millis)).reason()).isEqualTo(reason);
    }
}
