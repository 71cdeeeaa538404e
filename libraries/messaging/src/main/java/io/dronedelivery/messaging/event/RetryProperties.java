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
 * How a failed handler is called again. The event stays with its consumer meanwhile, so that order is kept. A round is all calls of the
 * handler for one event, with the pauses between them; it ends with success, with a dead letter, or after {@code roundTimeout}.
 *
 * @param attempts how often a handler is called in a round before the event goes to the dead letters. Failures with
 *     {@link DependencyUnavailableException} are not counted
 * @param firstBackoff the pause before the second attempt; doubles with each further one, with some jitter
 * @param maxBackoff the longest pause
 * @param roundTimeout how long a round may take. Then the handler's call is cancelled, which also ends a call that never answers, a
 *     warning is logged, and the next round begins with the count of attempts at 0. Longer than {@code attempts} calls and their
 *     pauses take, or no event gets to the dead letters
 */
@Validated
@ConfigurationProperties("messaging.retry")
public record RetryProperties(
        @DefaultValue("5") @Min(1) @Max(1000) int attempts,

        @DefaultValue("200ms") @NotNull @DurationMin(millis = 1)
        Duration firstBackoff,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
        Duration maxBackoff,

        @DefaultValue("4m") @NotNull @DurationMin(millis = 10)
        Duration roundTimeout) {

    @AssertTrue(message = "messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff")
    boolean isMaxBackoffAtLeastFirst() {
        return firstBackoff == null || maxBackoff == null || maxBackoff.compareTo(firstBackoff) >= 0;
    }
}
