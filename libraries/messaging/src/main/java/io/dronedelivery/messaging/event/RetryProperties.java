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
 * How a failed handler is called again, and when it no longer is. The event stays with its consumer meanwhile, so that order is kept. No
 * time may be longer than 100 years.
 *
 * @param attempts how many calls of a handler may fail for an unforeseen reason before the event goes to the dead letters. Counted in
 *     all, however long they take, but for those that the pause of the event's type explains. Failures with
 *     {@link DependencyUnavailableException} and calls without an answer are not counted
 * @param firstBackoff the pause before the second call; doubles with each further one, with some jitter
 * @param maxBackoff the longest pause
 * @param callTimeout how long one call may take. Then it is cancelled, and the event is tried again as after an outage
 * @param parking when an event is given up that never ends
 * @param breaker when a type is paused whose events mostly fail
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

    /** Times are computed with as nanoseconds, of which a {@code long} has 292 years. */
    private static final int LONGEST_DAYS = 36_500;

    /** Tries again without end, with growing pauses: of what keeps its place until it is done. */
    public RetryBackoffSpec withoutEnd() {
        return Retry.backoff(Long.MAX_VALUE, firstBackoff).maxBackoff(maxBackoff);
    }

    /**
     * When an event goes to the dead letters that never ends. Alone it is by time and calls in which other events of its type were done.
     * When none is done, be it for an outage or because each first event of a queue is stuck, one of them goes after a long time, the next one
     * after half of it, and so on down to a part of it, by instance, until an event is done: so an outage costs few events, and a queue moves
     * on in the end.
     *
     * @param after how long
     * @param attempts how many calls
     * @param deliveries when the broker has delivered it so often before without its being settled, a tenth of {@code after} is enough.
     *     Below Service Bus's {@code MaxDeliveryCount}, so that the event is parked by us, with its last failure
     * @param standstill how long no event of the type was done, for one whose call fails with {@link DependencyUnavailableException} or
     *     without an answer. The shortest time between two that go is a sixth of it
     * @param unforeseenStandstill the same for one that fails for another reason, which is most likely while its type is paused. The shortest
     *     time between two is a sixtieth
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

        /** The defaults. */
        public static final Parking DEFAULT = new Parking(Duration.ofMinutes(5), 100, 8);

        @ConstructorBinding
        public Parking {}

        /** With the defaults for when no event of a type is done. */
        public Parking(Duration after, int attempts, int deliveries) {
            this(after, attempts, deliveries, Duration.ofHours(6), Duration.ofHours(1));
        }
    }

    /**
     * When a type is paused: when so many events of it have failed, and more than two thirds of those that were handled since the first
     * of them, at most the last twenty. Then one is tried at a time until one passes.
     *
     * @param failures how many events; one less than that may go to the dead letters before a failure that nobody foresaw is known to be
     *     none of the events'
     * @param firstPause before the first one is tried; doubles with each one that fails
     * @param maxPause the longest pause
     */
    public record Breaker(
            @DefaultValue("3") @Min(1) @Max(14) int failures,

            @DefaultValue("1s") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration firstPause,

            @DefaultValue("30s") @NotNull @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration maxPause) {

        /** The defaults. */
        public static final Breaker DEFAULT = new Breaker(3, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    @ConstructorBinding
    public RetryProperties {}

    /** With the defaults for events that never end and for types that are paused. */
    public RetryProperties(int attempts, Duration firstBackoff, Duration maxBackoff, Duration callTimeout) {
        this(attempts, firstBackoff, maxBackoff, callTimeout, Parking.DEFAULT, Breaker.DEFAULT);
    }

    @AssertTrue(message = "messaging.retry.max-backoff must not be shorter than messaging.retry.first-backoff")
    boolean isMaxBackoffAtLeastFirst() {
        return firstBackoff == null || maxBackoff == null || maxBackoff.compareTo(firstBackoff) >= 0;
    }

    /** The pause after so many failures in a row, without jitter. */
    public Duration backoff(int failures) {
        Duration pause = firstBackoff;
        for (int i = 1; i < failures && pause.compareTo(maxBackoff) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }
}
