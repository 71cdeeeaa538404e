package io.dronedelivery.gateway.limit;

import org.jspecify.annotations.Nullable;

/**
 * Work that may wait for its places at a {@link ConcurrencyLimit}. Each object asks once. If it waits, exactly one of {@link #granted} and
 * {@link #refused} follows on its own event loop, unless it leaves the queue before.
 *
 * <p>The fields belong to the queue and are guarded by its lock.
 */
public abstract class Waiter {

    private final Workload workload;
    private final int places;
    private final Object caller;
    private final long latest;
    long since;

    @Nullable
    CallerQueue line;

    @Nullable
    Waiter older;

    @Nullable
    Waiter newer;

    /**
     * @param workload what it counts as
     * @param places how many it needs; it gets all of them or none
     * @param caller who asks, compared by {@code equals}; while others wait each caller gets its part
     * @param latest the {@link System#nanoTime()} until which it may wait
     */
    protected Waiter(Workload workload, int places, Object caller, long latest) {
        this.workload = workload;
        this.places = places;
        this.caller = caller;
        this.latest = latest;
    }

    /**
     * It has its places. If they are not needed any more, they have to be given back.
     *
     * @param waitedNanos how long it has waited
     */
    protected abstract void granted(long waitedNanos);

    /** It gets no places. */
    protected abstract void refused(Entry why);

    /** Runs a task on the event loop that owns this object. */
    protected abstract void execute(Runnable task);

    public final int places() {
        return places;
    }

    /** The {@link System#nanoTime()} until which it may wait. */
    public final long latest() {
        return latest;
    }

    final Workload workload() {
        return workload;
    }

    final Object caller() {
        return caller;
    }

    final boolean isWaiting() {
        return line != null;
    }
}
