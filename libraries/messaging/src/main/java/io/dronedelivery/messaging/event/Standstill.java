package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast events of a type are given up while none of the type is done. Each one that goes halves the time until the next one may, down to a
 * shortest: a burst of events that cannot be handled is gone in hours, and an outage loses a number that is known beforehand (ADR 26). It
 * begins anew when an event was done, or when none was given up for the longest time. Any thread may call it.
 */
final class Standstill {

    /** So many times half of any time is less than a nanosecond. */
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
     * Asks whether an event may be given up because none of its type is done. After {@code true} it has to be.
     *
     * @param still how long none was done, as far as the event knows
     * @param longest before the first one goes
     * @param shortest between two of them
     * @param passes how many have passed since the start
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
