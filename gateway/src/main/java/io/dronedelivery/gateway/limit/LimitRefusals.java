package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import java.util.concurrent.atomic.LongAdder;

/** Counts and logs what one limit refuses, by priority and cause. Any thread may call it. */
final class LimitRefusals {

    private final LongAdder[][] counts = new LongAdder[Priority.values().length][Entry.values().length];
    private final RefusalLog[] logs = new RefusalLog[Entry.values().length];

    /** @param place the name of the limit in log lines */
    LimitRefusals(String place) {
        for (Entry cause : Entry.values()) {
            logs[cause.ordinal()] = new RefusalLog(place, cause);
            for (LongAdder[] ofPriority : counts) {
                ofPriority[cause.ordinal()] = new LongAdder();
            }
        }
    }

    /**
     * @param limit in force, for the log line
     * @param waiting how many wait, for the log line
     */
    void count(Priority priority, Entry cause, int limit, int waiting) {
        counts[priority.ordinal()][cause.ordinal()].increment();
        logs[cause.ordinal()].refused(limit, waiting);
    }

    /** How many of a priority were refused for a cause so far. */
    long of(Priority priority, Entry cause) {
        return counts[priority.ordinal()][cause.ordinal()].sum();
    }
}
