package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.dronedelivery.requestreply.RequestReplySettings.ChannelPoolSettings;
import io.dronedelivery.requestreply.RequestReplySettings.WorkerSettings;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings are checked whoever makes them, not only where somebody binds them with validation. */
class RequestReplySettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final ChannelPoolSettings POOL = new ChannelPoolSettings(0, 1, 0);
    private static final WorkerSettings WORKERS = new WorkerSettings(0, 1, 1, Duration.ZERO);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void setting_out_of_its_range_is_refused_by_its_name(String message, ThrowingCallable make) {
        assertThatIllegalArgumentException().isThrownBy(make).withMessage(message);
    }

    static Stream<Arguments> setting_out_of_its_range_is_refused_by_its_name() {
        return Stream.of(
                refused("deadline must be positive, was PT0S", () -> settings(Duration.ZERO, SECOND)),
                refused("retry-after must be positive, was PT-1S", () -> settings(SECOND, SECOND.negated())),
                refused("pool.min must be 0 or more, was -1", () -> new ChannelPoolSettings(-1, 1, 0)),
                refused("pool.max must be 1 or more, was 0", () -> new ChannelPoolSettings(0, 0, 0)),
                refused("pool.max-waiting must be 0 or more, was -1", () -> new ChannelPoolSettings(0, 1, -1)),
                refused("pool.min must not be above pool.max", () -> new ChannelPoolSettings(2, 1, 0)),
                refused("workers.count must be 0 to 256, was -1", () -> new WorkerSettings(-1, 1, 1, SECOND)),
                refused("workers.count must be 0 to 256, was 257", () -> new WorkerSettings(257, 1, 1, SECOND)),
                refused("workers.prefetch must be 1 to 10000, was 0", () -> new WorkerSettings(1, 0, 1, SECOND)),
                refused(
                        "workers.prefetch must be 1 to 10000, was 10001",
                        () -> new WorkerSettings(1, 10_001, 1, SECOND)),
                refused("workers.attempts must be 1 to 9, was 0", () -> new WorkerSettings(1, 1, 0, SECOND)),
                refused("workers.attempts must be 1 to 9, was 10", () -> new WorkerSettings(1, 1, 10, SECOND)),
                refused(
                        "workers.retry-pause must not be negative, was PT-1S",
                        () -> new WorkerSettings(1, 1, 1, SECOND.negated())),
                refused("autoscaler.interval must be 100 ms or more, was PT0.099S", () -> autoscaler(99, 1, 1, 1)),
                refused("autoscaler.threshold must be 1 to 100, was 101", () -> autoscaler(100, 101, 1, 1)),
                refused("autoscaler.min must be 1 to 256, was 0", () -> autoscaler(100, 1, 0, 1)),
                refused("autoscaler.max must be 1 to 256, was 257", () -> autoscaler(100, 1, 1, 257)),
                refused("autoscaler.min must not be above autoscaler.max", () -> autoscaler(100, 1, 2, 1)));
    }

    @Test
    void both_ends_of_each_range_are_taken() {
        assertThatNoException().isThrownBy(() -> {
            new ChannelPoolSettings(0, 1, 0);
            new ChannelPoolSettings(1, 1, 0);
            new WorkerSettings(0, 1, 1, Duration.ZERO);
            new WorkerSettings(256, 10_000, 9, Duration.ZERO);
            autoscaler(100, 1, 1, 1);
            autoscaler(100, 100, 256, 256);
        });
    }

    /** Whoever sets {@code autoscaler.min} to 8 and leaves the four workers of the default would otherwise keep four until there is load. */
    @ParameterizedTest
    @CsvSource({"4, true, 8, 20, 8", "4, true, 1, 2, 2", "4, true, 1, 20, 4", "0, true, 8, 20, 0", "4, false, 8, 20, 4"
    })
    void workers_are_within_the_autoscalers_bounds_from_the_start(
            int count, boolean enabled, int min, int max, int atStart) {
        RequestReplySettings settings = new RequestReplySettings(
                SECOND,
                SECOND,
                POOL,
                new WorkerSettings(count, 1, 1, Duration.ZERO),
                new AutoscalerSettings(enabled, SECOND, 20, min, max));

        assertThat(settings.workersAtStart().count()).isEqualTo(atStart);
    }

    private static Arguments refused(String message, ThrowingCallable make) {
        return Arguments.of(message, make);
    }

    private static RequestReplySettings settings(Duration deadline, Duration retryAfter) {
        return new RequestReplySettings(deadline, retryAfter, POOL, WORKERS, AutoscalerSettings.OFF);
    }

    private static AutoscalerSettings autoscaler(int intervalMillis, int threshold, int min, int max) {
        return new AutoscalerSettings(true, Duration.ofMillis(intervalMillis), threshold, min, max);
    }
}
