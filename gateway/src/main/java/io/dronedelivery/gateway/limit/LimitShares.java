package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import java.util.concurrent.TimeUnit;

/**
 * The share of a limit that work may use, by its priority. A lower priority is bound to its share only while work of a higher priority arrives;
 * otherwise it may use the whole limit.
 *
 * <p>Any thread may call it.
 */
public final class LimitShares {

    private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The part of its share that a request for an incomplete result leaves to those whose result can be whole. */
    private static final int LEFT_TO_WHOLE = 8;

    private final int normal;
    private final int background;
    private volatile Permitted permitted = new Permitted(1, new int[Workload.PLACES]);
    private volatile int largestNeed = 1;
    /** A bit for each priority that counts as coming. */
    private volatile int coming;
    /** A bit for each priority that has come since {@link #forgotAt}. */
    private volatile int seen;

    private volatile long forgotAt = System.nanoTime();

    private record Permitted(int limit, int[] byPlace) {}

    /**
     * @param normal in percent
     * @param background in percent
     */
    public LimitShares(int normal, int background) {
        this.normal = normal;
        this.background = background;
    }

    /** The limit has another value now. */
    synchronized void limitIs(int limit) {
        int[] byPlace = new int[Workload.PLACES];
        for (Priority priority : Priority.values()) {
            int share = Math.max(Math.min(limit, largestNeed), share(priority, limit));
            byPlace[Workload.place(priority, true)] = share;
            byPlace[Workload.place(priority, false)] =
                    Math.max(1, share - (int) (((long) share + LEFT_TO_WHOLE - 1) / LEFT_TO_WHOLE));
        }
        permitted = new Permitted(limit, byPlace);
    }

    private int share(Priority priority, int limit) {
        boolean isFirst = (coming & (bit(priority) - 1)) == 0;
        int percent = switch (priority) {
            case CRITICAL -> 100;
            case NORMAL -> isFirst ? 100 : normal;
            case BACKGROUND -> isFirst ? 100 : background;
        };
        return (int) Math.max(1, ((long) limit * percent + 99) / 100);
    }

    private static int bit(Priority priority) {
        return 1 << priority.ordinal();
    }

    int limit() {
        return permitted.limit;
    }

    /** How many may be in progress for work of this kind to enter. */
    int of(Workload workload) {
        int bit = bit(workload.priority());
        if ((seen & bit) == 0) {
            comes(bit);
        }
        return permitted.byPlace[workload.place()];
    }

    private synchronized void comes(int bit) {
        seen |= bit;
        if ((coming & bit) == 0) {
            coming |= bit;
            limitIs(permitted.limit);
        }
    }

    /** Priorities without work in the last second do not count. */
    void forgetPriorities(long now) {
        if (now - forgotAt < FORGET_NANOS) {
            return;
        }
        synchronized (this) {
            if (now - forgotAt >= FORGET_NANOS) {
                forgotAt = now;
                int before = coming;
                coming = seen;
                seen = 0;
                if (coming != before) {
                    limitIs(permitted.limit);
                }
            }
        }
    }

    /** Some work needs this many places at once: no share is smaller, unless the limit is. */
    synchronized void needs(int places) {
        largestNeed = Math.max(largestNeed, places);
        limitIs(permitted.limit);
    }
}
