package io.dronedelivery.gateway.limit;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link Waiter} that an event loop owns, with the timer for how long it may wait. {@link #abandon} may come from any thread. */
public abstract class LoopWaiter extends Waiter {

    private final ConcurrencyLimit limit;
    private final EventExecutor loop;
    private volatile @Nullable Future<?> timeout;

    /**
     * As a {@link Waiter}.
     *
     * @param limit where it asks
     * @param loop which owns it and calls {@link #enter}
     */
    protected LoopWaiter(
            ConcurrencyLimit limit, EventExecutor loop, Workload workload, int places, Object caller, long latest) {
        super(workload, places, caller, latest);
        this.limit = limit;
        this.loop = loop;
    }

    /**
     * Asks for places for which {@link ConcurrencyLimit#tryEnter} has found no room.
     *
     * @return whether it waits; otherwise it was refused, and knows it
     */
    public final boolean enter() {
        Entry entry = limit.enter(this, System.nanoTime());
        if (entry.isRefusal()) {
            refused(entry);
            return false;
        }
        timeout = loop.schedule(
                () -> limit.expire(this, System.nanoTime()), latest() - System.nanoTime(), TimeUnit.NANOSECONDS);
        return true;
    }

    /** Its places are not needed any more. */
    public final void abandon() {
        stopTimeout();
        limit.abandon(this, System.nanoTime());
    }

    /** Later, so that one that gives its places back at once does not call the next one from within. */
    @Override
    protected final void execute(Runnable task) {
        loop.execute(() -> {
            stopTimeout();
            task.run();
        });
    }

    private void stopTimeout() {
        Future<?> running = timeout;
        if (running != null) {
            running.cancel(false);
        }
    }
}
