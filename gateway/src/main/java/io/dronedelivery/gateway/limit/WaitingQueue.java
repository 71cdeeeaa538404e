package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What waits for places at one limit: by priority, then by caller in turn, then by age. The oldest of a caller is first as long as callers
 * wait for their answers. When callers leave or come too late because the queue is too long, the newest is first: the oldest would leave too,
 * while its call is made.
 *
 * <p>All methods are called under the lock of the {@link ConcurrencyLimit}.
 */
final class WaitingQueue {

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** A pause of the machine, which grants nothing for a moment, must not look like a slow backend. */
    private static final double MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final double LEAST_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    /** A queue in which one of so many leaves is too long. A few callers always leave, for their own reasons. */
    private static final int ONE_OF = 8;

    private final int max;
    /** By priority, the highest first. The order within a map is that of the turns. */
    private final List<Map<Object, CallerQueue>> lines = new ArrayList<>();

    private int waiters;
    private int places;
    private int callers;

    private long windowBegan;
    private boolean measuring;
    private int granted;
    private int left;
    private int unanswered;
    private long nanosOfLeft;
    /** What was granted to calls that are answered while others waited, and in which time; what is long ago counts less and less. */
    private double placesLately;

    private double nanosLately;

    /** How long those waited, on average, who left or came too late lately: with more than that ahead of it, waiting is in vain. */
    private long nanosUntilInVain;

    private boolean newestFirst;

    /** @param max how many may wait; 0 for none */
    WaitingQueue(int max) {
        this.max = max;
        for (Priority priority : Priority.values()) {
            lines.add(priority.ordinal(), new LinkedHashMap<>());
        }
    }

    private Map<Object, CallerQueue> ofPriority(Priority priority) {
        return lines.get(priority.ordinal());
    }

    int waiters() {
        return waiters;
    }

    /**
     * @param nanosToWait how long it may wait
     * @param limit how many places there are
     */
    Entry mayWait(Workload workload, int needed, Object caller, long nanosToWait, int limit) {
        if (max == 0) {
            return Entry.LIMIT_REACHED;
        }
        if (nanosToWait <= 0) {
            return Entry.TOO_LATE;
        }
        if (!endsIn(nanosToWait, workload.priority(), needed, caller, limit)) {
            return Entry.TOO_LATE;
        }
        return waiters < max || hasLessThanItsPart(workload.priority(), caller) ? Entry.WAITING : Entry.QUEUE_FULL;
    }

    /** As many places as are in use become free in the time that the calls take anyway, so that many never wait too long. */
    private boolean endsIn(long nanos, Priority priority, int needed, Object caller, int limit) {
        if (newestFirst || places <= limit) {
            return true;
        }
        CallerQueue own = ofPriority(priority).get(caller);
        long inTurn = ((own == null ? 0 : own.places()) + (long) needed) * Math.max(1, callers);
        return nanosFor(Math.min(places + (long) needed, inTurn)) <= nanos;
    }

    private boolean hasLessThanItsPart(Priority priority, Object caller) {
        CallerQueue own = ofPriority(priority).get(caller);
        int with = own == null ? callers + 1 : callers;
        return with > 1 && (own == null ? 0 : own.waiters()) + 1 <= max / with;
    }

    /** Adds what {@link #mayWait}. Returns the one that has to leave for it, null when there is room. */
    @Nullable
    Waiter add(Waiter waiter, long now) {
        if (waiters == 0) {
            beginWindow(now);
            measuring = true;
        }
        Waiter displaced = waiters < max ? null : newestOfLongest();
        if (displaced != null) {
            remove(displaced);
        }
        Map<Object, CallerQueue> ofPriority = ofPriority(waiter.workload().priority());
        CallerQueue line = ofPriority.get(waiter.caller());
        if (line == null) {
            line = new CallerQueue(waiter.caller());
            ofPriority.put(waiter.caller(), line);
            callers++;
        }
        waiter.since = now;
        line.add(waiter);
        waiters++;
        places += waiter.places();
        return displaced;
    }

    private @Nullable Waiter newestOfLongest() {
        CallerQueue longest = null;
        for (Map<Object, CallerQueue> ofPriority : lines) {
            for (CallerQueue line : ofPriority.values()) {
                if (longest == null || line.waiters() >= longest.waiters()) {
                    longest = line;
                }
            }
        }
        return longest == null ? null : longest.newest();
    }

    /** The next to enter, null when none waits. */
    @Nullable
    Waiter next() {
        for (Map<Object, CallerQueue> ofPriority : lines) {
            if (!ofPriority.isEmpty()) {
                CallerQueue line = ofPriority.values().iterator().next();
                return newestFirst ? line.newest() : line.oldest();
            }
        }
        return null;
    }

    /** Takes out the one that has got its places; its caller is last in turn now. */
    void granted(Waiter waiter, long now) {
        granted += waiter.places();
        CallerQueue line = waiter.line;
        remove(waiter);
        if (line != null && line.waiters() > 0) {
            Map<Object, CallerQueue> ofPriority = ofPriority(waiter.workload().priority());
            ofPriority.remove(line.caller());
            ofPriority.put(line.caller(), line);
        }
        closeWindow(now);
    }

    /** One that had got its place is not answered: its caller has left, or its time was over. */
    void unanswered(long age, long now) {
        unanswered++;
        nanosOfLeft += age;
        closeWindow(now);
    }

    /** Work was refused because its turn would have come after the longest time that it could wait. */
    void cameTooLate(long nanosToWait) {
        if (nanosToWait > 0) {
            left++;
            nanosOfLeft += nanosToWait;
        }
    }

    /** Takes out one whose caller does not want it any more. */
    void left(Waiter waiter, long now) {
        left++;
        nanosOfLeft += now - waiter.since;
        remove(waiter);
        closeWindow(now);
    }

    void remove(Waiter waiter) {
        CallerQueue line = waiter.line;
        if (line == null) {
            return;
        }
        line.remove(waiter);
        waiters--;
        places -= waiter.places();
        if (line.waiters() == 0) {
            ofPriority(waiter.workload().priority()).remove(line.caller());
            callers--;
        }
        if (waiters == 0) {
            measuring = false;
        }
    }

    /** How long it takes until all that wait have their places, 0 when that is not known. */
    long nanosToDrain() {
        return (long) nanosFor(places);
    }

    /** How long it takes to grant so many places, 0 when that is not known. */
    private double nanosFor(long count) {
        return nanosLately < LEAST_MEMORY_NANOS ? 0 : count * nanosLately / Math.max(1, placesLately);
    }

    private void beginWindow(long now) {
        if (now - windowBegan > FORGET_NANOS) {
            placesLately = 0;
            nanosLately = 0;
            newestFirst = false;
        }
        windowBegan = now;
        granted = 0;
        left = 0;
        unanswered = 0;
        nanosOfLeft = 0;
    }

    private void closeWindow(long now) {
        long length = now - windowBegan;
        if (!measuring || length < WINDOW_NANOS) {
            return;
        }
        int inVain = left + unanswered;
        double remembered = Math.exp(-length / MEMORY_NANOS);
        placesLately = placesLately * remembered + Math.max(0, granted - unanswered);
        nanosLately = nanosLately * remembered + length;
        if (inVain > 0) {
            nanosUntilInVain = nanosOfLeft / inVain;
        }
        boolean tooLong = newestFirst || inVain * (long) ONE_OF > granted;
        // First come, first served is right again when the queue is so short that callers would wait for its end. That
        // nobody leaves for a moment does not make it short.
        newestFirst = tooLong && nanosToDrain() > nanosUntilInVain / 2;
        beginWindow(now);
    }
}
