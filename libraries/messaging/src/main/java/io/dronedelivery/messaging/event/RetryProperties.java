package io.dronedelivery.messaging.event;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a failed handler is tried again, while the event stays with its consumer, so that order is kept.
 *
 * @param attempts how often a handler is called for one event before it goes to the dead letters; not counted are failures of
 *     something that the handler depends on
 * @param firstBackoff the pause before the second attempt; doubles with each further one, with some jitter
 * @param maxBackoff the longest pause
 * @param hold how long an event is kept and tried while something that the handler depends on is away, before it is given back to
 *     the broker, which delivers it again
 */
@Validated
@ConfigurationProperties("messaging.retry")
public record RetryProperties(
        @DefaultValue("5") @Min(1) @Max(1000) int attempts,
        @DefaultValue("200ms") @NotNull @DurationMin(millis = 1) Duration firstBackoff,
        @DefaultValue("10s") @NotNull @DurationMin(millis = 1) Duration maxBackoff,
        @DefaultValue("4m") @NotNull @DurationMin(millis = 10) Duration hold) {

    @AssertTrue(message = "messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff")
    boolean isMaxBackoffAtLeastFirst() {
        return firstBackoff == null || maxBackoff == null || maxBackoff.compareTo(firstBackoff) >= 0;
    }
}
