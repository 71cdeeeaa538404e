package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;

/** What enters a limit: requests of one kind, with what is refused first when there is no room for all. Thread-safe. */
public final class Workload {

    /** How many places there are in an array that has one for each priority, of what is wanted whole and of what is not. */
    static final int PLACES = 2 * Priority.values().length;

    private final Priority priority;
    private final int place;
    private final WorkTimes times;

    Workload(Priority priority, boolean whole, WorkTimes times) {
        this.priority = priority;
        this.place = place(priority, whole);
        this.times = times;
    }

    /** The same kind of work for a result that cannot be whole any more. It leaves the last places to what can. */
    public Workload ofIncomplete() {
        return new Workload(priority, false, times);
    }

    /** What is refused first. */
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

    /** How long it usually takes, in nanoseconds; 0 as long as that is not known. */
    public long usualNanos() {
        return times.usualNanos();
    }

    WorkTimes times() {
        return times;
    }
}
