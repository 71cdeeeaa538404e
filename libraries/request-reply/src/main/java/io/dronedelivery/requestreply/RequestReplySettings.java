package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Callers and workers of a queue; a part of a service's own properties.
 *
 * @param deadline how long a caller waits, for a channel and for the reply together
 * @param retryAfter after which time a caller that was refused should try again
 * @param pool the reply channels; its maximum is also the most requests in flight
 * @param workers those of this process
 * @param autoscaler whether and when their number is changed
 */
public record RequestReplySettings(
        @DefaultValue("5s") @NotNull Duration deadline,
        @DefaultValue("1s") @NotNull Duration retryAfter,
        @DefaultValue @NotNull @Valid Pool pool,
        @DefaultValue @NotNull @Valid Workers workers,
        @DefaultValue @NotNull @Valid AutoscalerSettings autoscaler) {

    /**
     * The pool of reply channels. A channel has one request at a time.
     *
     * @param min channels that are opened before the first request; the service is not ready before
     * @param max the most channels
     * @param maxWaiting how many requests may wait for a channel while all are in use; more are refused
     */
    public record Pool(
            @DefaultValue("16") @Min(0) int min,
            @DefaultValue("64") @Min(1) int max,
            @DefaultValue("256") @Min(0) int maxWaiting) {

        @AssertTrue(message = "pool.min must not be above pool.max")
        boolean isMinWithinMax() {
            return min <= max;
        }
    }

    /**
     * The workers.
     *
     * @param count how many workers this process starts with; with 0 others do the work
     * @param prefetch the most jobs that a worker holds, the one it works on included. 1 spreads uneven jobs evenly, more hides the way
     *     to the broker and back. On Service Bus it may be much less than possible here, see {@code JobLockCheck}
     * @param attempts how often a job is delivered before its caller is told that it failed; below the broker's own maximum
     * @param retryPause how long a failed job rests before the next attempt
     */
    public record Workers(
            @DefaultValue("4") @Min(0) @Max(MAX_COUNT) int count,
            @DefaultValue("1") @Min(1) @Max(MAX_PREFETCH) int prefetch,
            @DefaultValue("3") @Min(1) @Max(9) int attempts,
            @DefaultValue("100ms") @NotNull Duration retryPause) {

        /** The most workers of a process. */
        public static final int MAX_COUNT = AutoscalerSettings.MAX_WORKERS;

        /** What a worker holds is in memory. */
        static final int MAX_PREFETCH = 10_000;
    }
}
