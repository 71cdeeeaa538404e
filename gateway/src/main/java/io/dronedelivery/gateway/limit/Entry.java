package io.dronedelivery.gateway.limit;

import java.util.Locale;

/** What a limit says to work that asks for places. */
public enum Entry {
    /** It has its places and must leave once for each. */
    ENTERED,
    /** It waits in the queue, and {@link Waiter} receives the result. */
    WAITING,
    /** There is no room, and this work does not wait. */
    LIMIT_REACHED,
    /** There is no room, and as many wait as may. */
    QUEUE_FULL,
    /** It would not get its places in time, or has not got them. */
    TOO_LATE;

    public boolean isRefusal() {
        return this != ENTERED && this != WAITING;
    }

    /** The value of the tag {@code cause} in meters, and the word in log lines. */
    public String cause() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
