package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long one event may go on without being done, by what becomes of others of its type meanwhile. Used by one thread at a time.
 */
final class RetryBudget {

    /** A failure brings an event at most this part of the way to being parked: an outage that has just ended is no proof. */
    private static final int FEWEST_CALLS = 3;

    /** What is left of the time for an event that the broker has delivered too often. */
    private static final int SHORTER = 10;

    /** Of a standstill that is most likely an outage, since what is away was named: one an hour at last. */
    private static final int SLOWLY = 6;

    /** Of one that nobody foresaw: one a minute at last. */
    private static final int QUICKLY = 60;

    private static final long UNKNOWN = -1;

    private final RetryProperties.Parking settings;
    private final TypeBreaker breaker;
    private final LongSupplier nanos;

    /** When others were last known to be done, its type to be paused, or its own work began. */
    private long since;

    /** When others were last known to be done, or its own work began. */
    private long stillSince;

    private long passesThen = UNKNOWN;

    RetryBudget(RetryProperties.Parking settings, TypeBreaker breaker, LongSupplier nanos) {
        this.settings = settings;
        this.breaker = breaker;
        this.nanos = nanos;
    }

    /** The time until now says nothing about this event alone. */
    void restart() {
        since = nanos.getAsLong();
        long passes = breaker.passes();
        if (passes != passesThen) {
            passesThen = passes;
            stillSince = since;
        }
    }

    /** What the event has cost with a call that has failed now. */
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
     * Whether a call that has failed was the event's last one.
     *
     * @param retryState what it has cost, that call included
     * @param earlierDeliveries as the broker has counted them
     * @param foreseen whether the failure is one of what the handler depends on
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
