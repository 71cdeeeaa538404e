package io.dronedelivery.messaging.event;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/**
 * How a failed handler is called again, and when the event is given up. The event stays with its consumer meanwhile, so that order is kept.
 * No time may be longer than 100 years.
 *
 * @param attempts how many calls of a handler may fail for an unforeseen reason before an event goes to the dead letters. They are counted
 *     in all, on Kafka also over restarts. Failures with {@code DependencyUnavailableException} and calls without an answer do not count
 * @param firstBackoff the pause before the second call, with some jitter. It doubles with each further call
 * @param maxBackoff the longest pause between two calls
 * @param callTimeout the time for one call of a handler. Then it is cancelled, and the event is tried again as after an outage
 * @param parking when an event is given up that never succeeds
 * @param breaker when a type is paused because most of its events fail
 */
@Validated
@ConfigurationProperties("messaging.retry")
public record RetryProperties(
        @DefaultValue("5") @Min(1) @Max(1000) int attempts,

        @DefaultValue("200ms") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
        Duration firstBackoff,

        @DefaultValue("10s") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
        Duration maxBackoff,

        @DefaultValue("1m") @NotNull @DurationMin(millis = 10) @DurationMax(days = LONGEST_DAYS)
        Duration callTimeout,

        @DefaultValue @NotNull @Valid Parking parking,
        @DefaultValue @NotNull @Valid Breaker breaker) {

    /** Times are computed as nanoseconds; a {@code long} holds 292 years of them. */
    private static final int LONGEST_DAYS = 36_500;

    /** Retries without end, with growing pauses, for work that keeps its place until it succeeds. */
    public RetryBackoffSpec withoutEnd() {
        return Retry.backoff(Long.MAX_VALUE, firstBackoff).maxBackoff(maxBackoff);
    }

    /**
     * When an event that never succeeds goes to the dead letters. The limits count the time and calls in which other events of its type
     * succeeded. When no event of the type succeeds, as in an outage, each instance gives up one event after a long time. It gives up the
     * next one after half of that time, and so on down to a shortest time, until an event succeeds. So an outage costs few events, and a
     * blocked queue moves on.
     *
     * @param after after this time, in which other events of its type were done, an event is parked. On Kafka counted over restarts
     * @param attempts after so many calls, during which other events of its type were done, an event is parked. On Kafka counted over
     *     restarts
     * @param deliveries when Service Bus has delivered an event so often before, a tenth of {@code parking.after} is enough. Below its
     *     {@code MaxDeliveryCount}, so that the event is parked with its last failure
     * @param standstill when no event of a type was done for this time, because a dependency is unavailable or a handler does not answer,
     *     one event is parked. Each further one follows after half of the previous wait, at least a sixth of this time, until an event is
     *     done. When a faulty publisher has sent hundreds of events that each hang, lower it until they are gone. ADR 26 counts what that
     *     costs in an outage
     * @param unforeseenStandstill the same for failures for unforeseen reasons, down to a sixtieth of this time
     */
    public record Parking(
            @DefaultValue("5m") @NotNull @DurationMin(millis = 10) @DurationMax(days = LONGEST_DAYS)
            Duration after,

            @DefaultValue("100") @Min(1) @Max(1_000_000) int attempts,
            @DefaultValue("8") @Min(1) @Max(1_000_000) int deliveries,

            @DefaultValue("6h") @NotNull @DurationMin(millis = 10) @DurationMax(days = LONGEST_DAYS)
            Duration standstill,

            @DefaultValue("1h") @NotNull @DurationMin(millis = 10) @DurationMax(days = LONGEST_DAYS)
            Duration unforeseenStandstill) {

        public static final Parking DEFAULT = new Parking(Duration.ofMinutes(5), 100, 8);

        @ConstructorBinding
        public Parking {}

        /** With the default standstill times. */
        public Parking(Duration after, int attempts, int deliveries) {
            this(after, attempts, deliveries, Duration.ofHours(6), Duration.ofHours(1));
        }
    }

    /**
     * When a type is paused: {@code failures} of its events have failed, and more than two thirds of the events since the first failure.
     * The last twenty events count, or one and a half times {@code failures} if that is more. While paused, one event at a time is tried
     * until one succeeds.
     *
     * @param failures how many events of a type have to fail before the type is paused. They also have to be more than two thirds of the
     *     events handled since the first of them; events that are refused as invalid have to be all of them
     * @param firstPause the pause before the next event is tried. It doubles with each event that fails
     * @param maxPause the longest pause before the next event is tried
     */
    public record Breaker(
            @DefaultValue("3") @Min(1) @Max(10_000) int failures,

            @DefaultValue("1s") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration firstPause,

            @DefaultValue("30s") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration maxPause) {

        public static final Breaker DEFAULT = new Breaker(3, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    @ConstructorBinding
    public RetryProperties {}

    /** With the defaults for parking and for the breaker. */
    public RetryProperties(int attempts, Duration firstBackoff, Duration maxBackoff, Duration callTimeout) {
        this(attempts, firstBackoff, maxBackoff, callTimeout, Parking.DEFAULT, Breaker.DEFAULT);
    }

    @AssertTrue(message = "messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff")
    boolean isMaxBackoffAtLeastFirst() {
        return firstBackoff == null || maxBackoff == null || maxBackoff.compareTo(firstBackoff) >= 0;
    }

    /** The pause after a number of failures in a row, without jitter. */
    public Duration backoff(int failures) {
        Duration pause = firstBackoff;
        for (int i = 1; i < failures && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }
}
