package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;

/** A kind of work that enters a limit, with its priority. Thread-safe. */
public final class Workload {

    /** The length of an array that has a place for each priority, for complete and for incomplete results. */
    static final int PLACES = 2 * Priority.values().length;

    private final Priority priority;
    private final int place;
    private final WorkTimes times;

    Workload(Priority priority, boolean whole, WorkTimes times) {
        this.priority = priority;
        this.place = place(priority, whole);
        this.times = times;
    }

    /** The same kind of work for a result that can no longer be complete. It leaves the last places to work whose result can. */
    public Workload ofIncomplete() {
        return new Workload(priority, false, times);
    }

    /** Which work is refused first. */
    public Priority priority() {
        return priority;
    }

    /** Where its share of a limit is, below {@link #PLACES}. */
    int place() {
        return place;
    }

    static int place(Priority priority, boolean whole) {
        return 2 * priority.ordinal() + (whole ? 0 : 1);
    }

    /** Its usual time in nanoseconds; 0 while that is unknown. */
    public long usualNanos() {
        return times.usualNanos();
    }

    WorkTimes times() {
        return times;
    }
}
