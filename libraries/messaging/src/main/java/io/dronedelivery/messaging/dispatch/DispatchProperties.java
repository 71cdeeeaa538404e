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
 * @param sinks where every message is written to: {@code broker}, {@code postgres} or both
 * @param capacity how many messages may wait, with those for which room is reserved; more are refused
 * @param concurrency how many messages may be in flight at once; can be changed at run time
 * @param batch how many waiting messages may be sent in one call of a sink. With 1 only messages of one call and one key are sent together.
 *     It is for the message log: the broker's publishers already combine events that come during a transfer
 * @param timeout how long a sink may take for one call before it counts as failed
 * @param retry how a failed call is retried
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
     * How a failed call of a sink is retried.
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
