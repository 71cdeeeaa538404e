package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The callers and workers of a queue; a part of a service's own properties.
 *
 * @param deadline how long a caller waits, for a channel and for the reply together
 * @param retryAfter after which time a refused caller should try again
 * @param pool the reply channels; its maximum is also the most requests in flight
 * @param workers the workers of this process
 * @param autoscaler whether and when their number is changed
 */
public record RequestReplySettings(
        @DefaultValue("5s") @NotNull Duration deadline,
        @DefaultValue("1s") @NotNull Duration retryAfter,
        @DefaultValue @NotNull @Valid ChannelPoolSettings pool,
        @DefaultValue @NotNull @Valid WorkerSettings workers,
        @DefaultValue @NotNull @Valid AutoscalerSettings autoscaler) {

    /** @throws IllegalArgumentException naming the setting that is out of range, as do the other records here */
    public RequestReplySettings {
        check(deadline.compareTo(Duration.ZERO) > 0, "deadline must be positive, was " + deadline);
        check(retryAfter.compareTo(Duration.ZERO) > 0, "retry-after must be positive, was " + retryAfter);
    }

    /** The workers at the start. Their count is brought within the autoscaler's bounds when it is on; zero stays zero. */
    WorkerSettings workersAtStart() {
        int count = workers.count();
        return autoscaler.enabled() && count > 0
                ? workers.withCount(Math.max(autoscaler.min(), Math.min(autoscaler.max(), count)))
                : workers;
    }

    private static void check(boolean right, String message) {
        if (!right) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * The pool of reply channels. A channel has one request at a time.
     *
     * @param min how many reply channels are opened before the first request. The service is not ready before
     * @param max the most reply channels, and so the most requests in flight
     * @param maxWaiting how many requests may wait for a reply channel while all are in use. Further ones are refused
     */
    @ConfigurationPropertiesSource
    public record ChannelPoolSettings(
            @DefaultValue("16") int min,
            @DefaultValue("64") int max,
            @DefaultValue("256") int maxWaiting) {

        public ChannelPoolSettings {
            check(min >= 0, "pool.min must be 0 or more, was " + min);
            check(max >= 1, "pool.max must be 1 or more, was " + max);
            check(maxWaiting >= 0, "pool.max-waiting must be 0 or more, was " + maxWaiting);
            check(min <= max, "pool.min must not be above pool.max");
        }
    }

    /**
     * The workers.
     *
     * @param count how many workers this process starts with, within the bounds of the autoscaler if it is on. With 0 other processes do
     *     the work
     * @param prefetch the most jobs that a worker holds, the one in work included. 1 spreads uneven jobs evenly; more hides the way to the
     *     broker and back. {@code JobLockCheck} says how many are possible on Service Bus
     * @param attempts how often a job is delivered before its caller is notified of the failure. Keep it below the broker's own maximum
     * @param retryPause how long a failed job rests before the next attempt
     */
    @ConfigurationPropertiesSource
    public record WorkerSettings(
            @DefaultValue("4") int count,
            @DefaultValue("1") int prefetch,
            @DefaultValue("3") int attempts,
            @DefaultValue("100ms") @NotNull Duration retryPause) {

        public static final int MAX_COUNT = AutoscalerSettings.MAX_WORKERS;

        /** A worker's jobs are in memory. */
        static final int MAX_PREFETCH = 10_000;

        private static final int MAX_ATTEMPTS = 9;

        public WorkerSettings {
            check(count >= 0 && count <= MAX_COUNT, "workers.count must be 0 to " + MAX_COUNT + ", was " + count);
            check(
                    prefetch >= 1 && prefetch <= MAX_PREFETCH,
                    "workers.prefetch must be 1 to " + MAX_PREFETCH + ", was " + prefetch);
            check(
                    attempts >= 1 && attempts <= MAX_ATTEMPTS,
                    "workers.attempts must be 1 to " + MAX_ATTEMPTS + ", was " + attempts);
            check(!retryPause.isNegative(), "workers.retry-pause must not be negative, was " + retryPause);
        }

        private WorkerSettings withCount(int newCount) {
            return new WorkerSettings(newCount, prefetch, attempts, retryPause);
        }
    }
}
