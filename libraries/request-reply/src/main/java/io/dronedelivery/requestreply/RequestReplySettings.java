package io.dronedelivery.requestreply;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The caller's side of request and reply; a part of a service's own properties.
 *
 * @param deadline how long a caller waits, for a channel and for the reply together
 * @param retryAfter after which time a caller that was refused should try again
 * @param pool the reply channels; its maximum is also the most requests in flight
 */
public record RequestReplySettings(
        @DefaultValue("5s") @NotNull Duration deadline,
        @DefaultValue("1s") @NotNull Duration retryAfter,
        @DefaultValue @NotNull @Valid Pool pool) {

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
}
