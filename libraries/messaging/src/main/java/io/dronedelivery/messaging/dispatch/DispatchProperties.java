package io.dronedelivery.messaging.dispatch;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The dispatcher.
 *
 * @param sinks what every message is written to: {@code broker}, {@code postgres} or both
 * @param capacity how many messages may wait, those included for which room is reserved; more are refused
 * @param concurrency how many messages may be on their way at once; can be changed while it runs
 * @param batch how many waiting messages may go out in one call of a sink; with 1 only what was dispatched together, for one key,
 *     goes out together. It is for the message log: the publishers make larger transfers of what comes while one is under way
 * @param timeout how long a sink may take for one call before it counts as failed
 * @param retry how a call that failed is repeated
 */
@ConfigurationProperties("messaging.dispatch")
@Validated
public record DispatchProperties(
        @NotEmpty(message = "must name where messages go: broker, postgres or both")
        List<SinkKind> sinks,

        @DefaultValue("10000") @Min(1) @Max(10_000_000) int capacity,

        @DefaultValue("100") @Min(1) @Max(BoundedDispatcher.MOST_IN_FLIGHT)
        int concurrency,

        @DefaultValue("1") @Min(1) @Max(1000) int batch,

        @DefaultValue("60s") @NotNull @DurationMin(millis = 1)
        Duration timeout,

        @DefaultValue @Valid Retry retry) {

    /**
     * How a sink's failed call is repeated.
     *
     * @param attempts how often a message is tried before it counts as an error
     * @param firstBackoff the pause before the second attempt; doubles with each further one, with some jitter
     * @param maxBackoff the longest pause
     */
    public record Retry(
            @DefaultValue("5") @Min(1) @Max(1000) int attempts,

            @DefaultValue("200ms") @NotNull @DurationMin(millis = 1)
            Duration firstBackoff,

            @DefaultValue("5s") @NotNull @DurationMin(millis = 1)
            Duration maxBackoff) {}

    public DispatchProperties {
        sinks = sinks == null ? List.of() : List.copyOf(sinks);
    }
}
