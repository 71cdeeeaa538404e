package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how fast events of a type are given up while none of the type succeeds. Each event that is given up halves the time until the next
 * one, down to a shortest time. So events that cannot be handled are gone in hours, and an outage loses a known number of events (ADR 26).
 * The times start anew after an event succeeds, or when none was given up for the longest time. Any thread may call it.
 */
final class Standstill {

    /** Halving any time this often gives less than a nanosecond. */
    private static final int MOST_HALVES = 62;

    private final LongSupplier nanos;
    private @Nullable Long lastGivenUp;
    private int givenUp;
    private long passesThen;

    /** @param nanos a clock that never jumps, as {@link System#nanoTime()} */
    Standstill(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Asks whether an event may be given up because none of its type succeeds. After {@code true} the caller has to give it up.
     *
     * @param still how long no event succeeded, as far as this event knows
     * @param longest the time before the first event is given up
     * @param shortest the shortest time between two of them
     * @param passes how many events have succeeded since the start
     */
    synchronized boolean mayGiveUp(Duration still, Duration longest, Duration shortest, long passes) {
        long now = nanos.getAsLong();
        Duration sinceLast = lastGivenUp == null ? longest : Duration.ofNanos(now - lastGivenUp);
        if (passes != passesThen || sinceLast.compareTo(longest) >= 0) {
            passesThen = passes;
            givenUp = 0;
        }
        Duration half = Duration.ofNanos(longest.toNanos() >> Math.min(givenUp, MOST_HALVES));
        Duration wait = half.compareTo(shortest) < 0 ? shortest : half;
        if (still.compareTo(wait) < 0 || sinceLast.compareTo(wait) < 0) {
            return false;
        }
        lastGivenUp = now;
        givenUp++;
        return true;
    }
}
