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
 * @param sinks what every message is written to: {@code broker}, {@code postgres} or both. Required
 * @param capacity how many messages may wait, reserved room included. Further ones are refused
 * @param concurrency how many messages may be in flight, 1 to 10000. Can be changed while it runs
 * @param batch how many waiting messages go out in one call of a sink. With 1 only messages that were dispatched together, for one key, go
 *     out together. For the message log; the publishers make batches by themselves
 * @param timeout the time for one call of a sink. Then the call has failed
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
     * @param firstBackoff the pause before the second attempt, with some jitter. It doubles with each further attempt
     * @param maxBackoff the longest pause between two attempts
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
