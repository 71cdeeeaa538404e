package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time and calls that one event may use without success. Both depend on whether other events of its type succeed meanwhile. Used by one
 * thread at a time.
 */
final class RetryBudget {

    /** A failure counts for at most 1/3 of {@code parking.after}, because an outage that has just ended says little about the event. */
    private static final int FEWEST_CALLS = 3;

    /** Divides the time for an event that the broker has delivered too often. */
    private static final int SHORTER = 10;

    /** During a standstill with a named unavailable dependency, most likely an outage: in the end one event an hour is given up. */
    private static final int SLOWLY = 6;

    /** During a standstill with an unforeseen failure: in the end one event a minute is given up. */
    private static final int QUICKLY = 60;

    private static final long UNKNOWN = -1;

    private final RetryProperties.Parking settings;
    private final TypeBreaker breaker;
    private final LongSupplier nanos;

    /** The last time when others were known to succeed, the type was known to be paused, or the own work began. */
    private long since;

    /** The last time when others were known to succeed, or the own work began. */
    private long stillSince;

    private long passesThen = UNKNOWN;

    RetryBudget(RetryProperties.Parking settings, TypeBreaker breaker, LongSupplier nanos) {
        this.settings = settings;
        this.breaker = breaker;
        this.nanos = nanos;
    }

    /** Starts the time anew, because the time until now says nothing about this event alone. */
    void restart() {
        since = nanos.getAsLong();
        long passes = breaker.passes();
        if (passes != passesThen) {
            passesThen = passes;
            stillSince = since;
        }
    }

    /** The retry state after a call that has just failed. */
    RetryState afterFailure(RetryState before) {
        if (breaker.passes() == passesThen) {
            return before;
        }
        Duration most = settings.after().dividedBy(FEWEST_CALLS);
        Duration alone = passedSince(since);
        restart();
        return before.alone(alone.compareTo(most) < 0 ? alone : most);
    }

    /**
     * Whether the failed call was the event's last one.
     *
     * @param retryState the calls and times so far, the failed call included
     * @param earlierDeliveries as the broker has counted them
     * @param foreseen whether the failure is an outage of a dependency, or a missing answer
     * @return why the event is given up, or null when it is tried again
     */
    @Nullable
    String reasonToGiveUp(RetryState retryState, int earlierDeliveries, boolean foreseen) {
        Duration limit =
                earlierDeliveries >= settings.deliveries() ? settings.after().dividedBy(SHORTER) : settings.after();
        if (retryState.alone().compareTo(limit) >= 0 || retryState.attemptsAlone() >= settings.attempts()) {
            return "%s and %d calls in which other events were done, and %d earlier deliveries"
                    .formatted(retryState.alone(), retryState.attemptsAlone(), earlierDeliveries);
        }
        Duration longest = foreseen ? settings.standstill() : settings.unforeseenStandstill();
        Duration shortest = longest.dividedBy(foreseen ? SLOWLY : QUICKLY);
        Duration still = passedSince(stillSince);
        return breaker.mayGiveUp(still, longest, shortest)
                ? still + " in which no event of its type was done; it makes room for those that wait behind it"
                : null;
    }

    private Duration passedSince(long moment) {
        return Duration.ofNanos(nanos.getAsLong() - moment);
    }
}
