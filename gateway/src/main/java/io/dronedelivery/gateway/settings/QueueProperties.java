package io.dronedelivery.gateway.settings;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The queue of requests that wait while a limit has no room. A caller never waits for longer than three quarters of the time that its request
 * has left.
 *
 * @param max how many requests may wait for places. With 0 a request that finds no place is refused at once
 * @param maxWait how long a request may wait. By default only the time that it has left is a bound: it never waits longer than three
 *     quarters of it
 */
public record QueueProperties(
        @Min(0) @Max(1_000_000) @DefaultValue("4096") int max,
        @Nullable @DurationMin(millis = 1) Duration maxWait) {

    /** The part of the time that is left in which it does not wait. */
    private static final int FOR_THE_CALL = 4;

    /**
     * How long a request may wait.
     *
     * @param left the time until it has to be answered, in nanoseconds
     * @param usual how long its call usually takes, in nanoseconds
     */
    public long nanosToWait(long left, long usual) {
        long wait = left - Math.max(usual, left / FOR_THE_CALL);
        return maxWait == null ? wait : Math.min(wait, maxWait.toNanos());
    }
}
