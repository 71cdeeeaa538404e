package io.dronedelivery.requestreply;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The workers' side of request and reply; a part of a service's own properties.
 *
 * @param count how many workers this process starts with; with 0 others do the work
 * @param prefetch the most jobs that a worker holds, the one it works on included. 1 spreads uneven jobs evenly, more hides the way
 *     to the broker and back
 * @param attempts how often a job is delivered before its caller is told that it failed; below the broker's own maximum
 * @param retryPause how long a failed job rests before the next attempt
 */
public record WorkerSettings(
        @DefaultValue("4") @Min(0) @Max(MAX_COUNT) int count,
        @DefaultValue("1") @Min(1) @Max(MAX_PREFETCH) int prefetch,
        @DefaultValue("3") @Min(1) @Max(9) int attempts,
        @DefaultValue("100ms") @NotNull Duration retryPause) {

    /** The most workers of a process. */
    public static final int MAX_COUNT = 256;

    /** What a worker holds is in memory. On Service Bus it may be much less, see {@code JobLockCheck}. */
    static final int MAX_PREFETCH = 10_000;
}
