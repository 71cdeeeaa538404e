package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many requests may be in progress at one place: up to a fixed maximum and, if it adapts, only as many as do not make each other
 * slow. Work of a lower priority may use only a share of it, so it is refused first.
 *
 * <p>Any thread may call it. A request costs two additions, a comparison of times and no lock.
 */
public final class ConcurrencyLimit {

    private final Shares shares;
    private final @Nullable LimitSearch search;
    private final LongSupplier ownDelay;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder[] refused;
    private volatile Permitted permitted;

    /**
     * How much of the limit work may use by its priority.
     *
     * @param normal in percent
     * @param background in percent
     */
    public record Shares(int normal, int background) {

        /** The part of its share that a request for an incomplete result leaves to those whose result can be whole. */
        private static final int LEFT_TO_WHOLE = 8;

        private static int ofIncomplete(int share) {
            return Math.max(1, share - (int) (((long) share + LEFT_TO_WHOLE - 1) / LEFT_TO_WHOLE));
        }

        private int of(Priority priority, int limit) {
            int percent = switch (priority) {
                case CRITICAL -> 100;
                case NORMAL -> normal;
                case BACKGROUND -> background;
            };
            return (int) Math.max(1, ((long) limit * percent + 99) / 100);
        }
    }

    private record Permitted(int limit, int[] byPlace) {}

    private ConcurrencyLimit(int max, Shares shares, @Nullable LimitSearch search, LongSupplier ownDelay) {
        this.shares = shares;
        this.search = search;
        this.ownDelay = ownDelay;
        this.permitted = permitted(max);
        this.refused = new LongAdder[Priority.values().length];
        for (int i = 0; i < refused.length; i++) {
            refused[i] = new LongAdder();
        }
    }

    /** One that stays as it is. */
    public static ConcurrencyLimit fixed(int max, Shares shares) {
        return new ConcurrencyLimit(max, shares, null, () -> 0);
    }

    /**
     * One that adapts between two bounds and begins at the upper one.
     *
     * @param slowFrom what takes less is never taken for too much to do, however much longer than usual it takes
     */
    public static ConcurrencyLimit adaptive(int min, int max, Shares shares, Duration slowFrom) {
        return adaptive(min, max, shares, slowFrom, () -> 0);
    }

    /**
     * As the other one, for work that is done elsewhere.
     *
     * @param ownDelay how much of the measured time may be the gateway's own delay, in nanoseconds
     */
    public static ConcurrencyLimit adaptive(int min, int max, Shares shares, Duration slowFrom, LongSupplier ownDelay) {
        return new ConcurrencyLimit(max, shares, new LimitSearch(Math.min(min, max), max, slowFrom), ownDelay);
    }

    /** A kind of work that enters here. */
    public Workload workload(Priority priority) {
        WorkTimes times = new WorkTimes();
        if (search != null) {
            search.add(times);
        }
        return new Workload(priority, true, times);
    }

    /** Whether one more may be in progress now. If so, it has to leave once. */
    public boolean tryEnter(Workload workload) {
        int max = permitted.byPlace[workload.place()];
        int before = inFlight.get();
        while (before < max) {
            if (inFlight.compareAndSet(before, before + 1)) {
                if (search != null) {
                    search.entered(before + 1);
                }
                return true;
            }
            before = inFlight.get();
        }
        refused(workload);
        return false;
    }

    /** Whether so many more may be in progress now. It says nothing about a moment later. */
    public boolean hasRoom(Workload workload, int count) {
        return inFlight.get() + count <= permitted.byPlace[workload.place()];
    }

    /** Whether {@link #tryEnter} would refuse now; if so, it counts as refused, so whoever is told so does not ask again. */
    public boolean refusesAtOnce(Workload workload) {
        if (hasRoom(workload, 1)) {
            return false;
        }
        refused(workload);
        return true;
    }

    private void refused(Workload workload) {
        refused[workload.priority().ordinal()].increment();
        if (search != null) {
            search.refused();
        }
    }

    /** One leaves whose time says nothing about the place. */
    public void leave() {
        inFlight.decrementAndGet();
    }

    /**
     * One has been answered.
     *
     * @param nanos how long it was in progress
     * @param now the {@link System#nanoTime()}
     */
    public void leaveAnswered(Workload workload, long nanos, long now) {
        inFlight.decrementAndGet();
        if (search != null) {
            workload.times().answered(nanos, ownDelay.getAsLong());
            adapt(search, now);
        }
    }

    /** One leaves without an answer, because its time is over or its caller has gone; parameters as with an answer. */
    public void leaveUnanswered(Workload workload, long nanos, long now) {
        inFlight.decrementAndGet();
        if (search != null) {
            workload.times().unanswered(nanos, ownDelay.getAsLong());
            adapt(search, now);
        }
    }

    private void adapt(LimitSearch by, long now) {
        int limit = permitted.limit;
        int next = by.left(now, limit);
        if (next != limit) {
            permitted = permitted(next);
        }
    }

    private Permitted permitted(int limit) {
        int[] byPlace = new int[Workload.PLACES];
        for (Priority priority : Priority.values()) {
            int share = shares.of(priority, limit);
            byPlace[Workload.place(priority, true)] = share;
            byPlace[Workload.place(priority, false)] = Shares.ofIncomplete(share);
        }
        return new Permitted(limit, byPlace);
    }

    /** How many may be in progress now. */
    public int limit() {
        return permitted.limit;
    }

    /** How many are in progress. */
    public int inFlight() {
        return inFlight.get();
    }

    /** How many of a priority have been refused so far. */
    public long refused(Priority priority) {
        return refused[priority.ordinal()].sum();
    }
}
