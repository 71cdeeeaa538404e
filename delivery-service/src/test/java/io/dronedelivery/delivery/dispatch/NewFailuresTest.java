package io.dronedelivery.delivery.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.dispatch.DispatchStatus;
import io.dronedelivery.messaging.dispatch.DispatchStatus.DispatchFailure;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NewFailuresTest {

    private final NewFailures failures = new NewFailures();

    /** A dispatcher whose last failures are those from one number to another. */
    private static DispatchStatus withFailures(int from, int to) {
        List<DispatchFailure> last = IntStream.range(from, to)
                .mapToObj(i -> new DispatchFailure(Instant.ofEpochSecond(i), "failure " + i))
                .toList();
        return new DispatchStatus(0, 0, to, 100, 10, false, List.of(), List.of(), last);
    }

    @Test
    void each_failure_is_told_once() {
        assertThat(failures.of(withFailures(0, 0))).isEmpty();
        assertThat(failures.of(withFailures(0, 2))).containsExactly("failure 0", "failure 1");
        assertThat(failures.of(withFailures(0, 2))).isEmpty();
        assertThat(failures.of(withFailures(0, 3))).containsExactly("failure 2");
    }

    @Test
    void when_there_were_more_than_are_kept_all_that_are_kept_are_told() {
        failures.of(withFailures(0, 10));

        assertThat(failures.of(withFailures(20, 30))).hasSize(10).first().isEqualTo("failure 20");
    }
}
