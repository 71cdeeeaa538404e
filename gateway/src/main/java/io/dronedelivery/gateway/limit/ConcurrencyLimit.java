package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limit of work in progress at one place: a fixed maximum or, if the limit adapts, as much work as does not slow down other work. Work that
 * finds no room waits in a bounded queue, see {@link WaitingQueue}. While work of a higher priority arrives, work of a lower priority may use
 * only a share of the limit.
 *
 * <p>Any thread may call it. While no request waits, entering and leaving cost two additions, a comparison of times and no lock.
 */
public final class ConcurrencyLimit {

    /** Where a limit that adapts begins, if its maximum is not below that. */
    public static final int INITIAL = 100;

    private final int max;
    private final LimitShares shares;
    private final @Nullable LimitSearch search;
    private final LongSupplier ownDelay;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LimitRefusals refusals;
    private final Object lock = new Object();
    /** Guarded by the lock. */
    private final WaitingQueue queue;

    private volatile int waiting;
    private long waits;
    private long waitedNanos;

    private ConcurrencyLimit(
            String place,
            int max,
            int initial,
            LimitShares shares,
            int maxWaiting,
            @Nullable LimitSearch search,
            LongSupplier ownDelay) {
        this.max = max;
        this.shares = shares;
        this.search = search;
        this.ownDelay = ownDelay;
        this.queue = new WaitingQueue(maxWaiting);
        this.refusals = new LimitRefusals(place);
        shares.limitIs(initial);
    }

    /**
     * One that stays as it is.
     *
     * @param place what it is called in log lines
     */
    public static ConcurrencyLimit fixed(String place, int max, LimitShares shares, int maxWaiting) {
        return new ConcurrencyLimit(place, max, max, shares, maxWaiting, null, () -> 0);
    }

    /**
     * One that adapts between two bounds.
     *
     * @param place what it is called in log lines
     * @param initial where it begins
     * @param slowFrom calls faster than this never lower the limit, even if they are slower than usual
     * @param ownDelay how much of the measured time may be the gateway's own delay, in nanoseconds
     */
    public static ConcurrencyLimit adaptive(
            String place,
            int min,
            int max,
            int initial,
            LimitShares shares,
            int maxWaiting,
            Duration slowFrom,
            LongSupplier ownDelay) {
        LimitSearch search = new LimitSearch(Math.min(min, max), max, initial, slowFrom);
        return new ConcurrencyLimit(place, max, initial, shares, maxWaiting, search, ownDelay);
    }

    /** A kind of work that enters here. */
    public Workload workload(Priority priority) {
        return workload(priority, WorkTimes.learned());
    }

    /**
     * A kind of work that is compared with a given time instead of the time that it usually takes.
     *
     * @param usual which it may take
     */
    public Workload workload(Priority priority, Duration usual) {
        return workload(priority, WorkTimes.given(usual));
    }

    private Workload workload(Priority priority, WorkTimes times) {
        if (search != null) {
            search.add(times);
        }
        return new Workload(priority, true, times);
    }

    /** Some work needs this many places at once: an adaptive limit does not fall below it. */
    public void needs(int places) {
        shares.needs(places);
        if (search != null) {
            shares.limitIs(search.needs(places));
        }
    }

    /** Takes all places or none. Each must be given back once. False when there is no room, or when other work waits. */
    public boolean tryEnter(Workload workload, int places) {
        return waiting == 0 && take(workload, places);
    }

    private boolean take(Workload workload, int places) {
        int max = shares.of(workload);
        int before = inFlight.get();
        while ((long) before + places <= max) {
            if (inFlight.compareAndSet(before, before + places)) {
                if (search != null) {
                    search.entered(before + places);
                }
                return true;
            }
            before = inFlight.get();
        }
        return false;
    }

    /**
     * Asks for places for which {@link #tryEnter} has found no room.
     *
     * @param now the {@link System#nanoTime()}
     */
    public Entry enter(Waiter waiter, long now) {
        // Another share of the limit counts as soon as the higher priorities have not come for a while.
        shares.forgetPriorities(now);
        Entry entry;
        Waiter displaced = null;
        synchronized (lock) {
            entry = askQueue(waiter.workload(), waiter.places(), waiter.caller(), waiter.latest() - now);
            if (entry == Entry.WAITING) {
                displaced = queue.add(waiter, now);
                // Before it is looked whether there is room: who leaves does it in the opposite order.
                waiting = queue.waiters();
            }
        }
        if (search != null) {
            search.contended();
        }
        if (entry.isRefusal()) {
            count(waiter.workload(), entry);
            return entry;
        }
        if (displaced != null) {
            refuse(displaced, Entry.QUEUE_FULL);
        }
        grant(now);
        return entry;
    }

    /** Removes waiting work whose caller has left. It is not notified any more. */
    public void abandon(Waiter waiter, long now) {
        synchronized (lock) {
            if (waiter.isWaiting()) {
                queue.left(waiter, now);
                waited(now - waiter.since);
                waiting = queue.waiters();
            }
        }
        grant(now);
    }

    /** The longest wait of an entry is over; if it still waits, it is notified. */
    public void expire(Waiter waiter, long now) {
        boolean expired;
        synchronized (lock) {
            expired = waiter.isWaiting();
            if (expired) {
                queue.left(waiter, now);
                waited(now - waiter.since);
                waiting = queue.waiters();
            }
        }
        if (expired) {
            refuse(waiter, Entry.TOO_LATE);
            grant(now);
        }
    }

    private void refuse(Waiter waiter, Entry why) {
        count(waiter.workload(), why);
        waiter.execute(() -> waiter.refused(why));
    }

    /** Gives places to those who wait, as far as there are. */
    private void grant(long now) {
        if (waiting == 0) {
            return;
        }
        List<Waiter> granted = new ArrayList<>();
        synchronized (lock) {
            Waiter next = queue.next();
            while (next != null && take(next.workload(), next.places())) {
                granted.add(next);
                queue.granted(next, now);
                waited(now - next.since);
                next = queue.next();
            }
            waiting = queue.waiters();
        }
        for (Waiter waiter : granted) {
            waiter.execute(() -> waiter.granted(now - waiter.since));
        }
    }

    private void waited(long nanos) {
        waits++;
        waitedNanos += nanos;
    }

    /** Whether {@link #tryEnter} would find room now. */
    public boolean hasRoom(Workload workload, int places) {
        return waiting == 0 && (long) inFlight.get() + places <= shares.of(workload);
    }

    /**
     * Whether work would get its places now or may wait for them. It says nothing about a moment later.
     *
     * @param nanosToWait how long it may wait
     * @return {@link Entry#ENTERED}, {@link Entry#WAITING} or why it would be refused
     */
    public Entry look(Workload workload, int places, Object caller, long nanosToWait) {
        if (hasRoom(workload, places)) {
            return Entry.ENTERED;
        }
        shares.forgetPriorities(System.nanoTime());
        synchronized (lock) {
            return queue.mayWait(workload, places, caller, nanosToWait, shares.limit());
        }
    }

    /** As {@link #look}; work that it refuses counts as refused. */
    public Entry ask(Workload workload, int places, Object caller, long nanosToWait) {
        if (hasRoom(workload, places)) {
            return Entry.ENTERED;
        }
        shares.forgetPriorities(System.nanoTime());
        Entry entry;
        synchronized (lock) {
            entry = askQueue(workload, places, caller, nanosToWait);
        }
        if (entry.isRefusal()) {
            count(workload, entry);
        }
        return entry;
    }

    /** Asks the queue, under the lock. The queue hears of each refusal as too late, since many of them mean that it is too long. */
    private Entry askQueue(Workload workload, int places, Object caller, long nanosToWait) {
        Entry entry = queue.mayWait(workload, places, caller, nanosToWait, shares.limit());
        if (entry == Entry.TOO_LATE) {
            queue.cameTooLate(nanosToWait);
        }
        return entry;
    }

    private void count(Workload workload, Entry refusal) {
        refusals.count(workload.priority(), refusal, limit(), waiting);
    }

    /** Places are given back after work whose time says nothing about the place. */
    public void leave(int places, long now) {
        inFlight.addAndGet(-places);
        if (search != null) {
            adapt(search, now);
        }
        grant(now);
    }

    /**
     * One has been answered and gives its place back.
     *
     * @param nanos how long it took
     * @param now the {@link System#nanoTime()}
     */
    public void leaveAnswered(Workload workload, long nanos, long now) {
        if (search != null) {
            workload.times().answered(nanos, ownDelay.getAsLong());
        }
        leave(1, now);
    }

    /**
     * One leaves without an answer, because its time is over or its caller has gone; parameters as with an answer.
     *
     * @param waitedNanos how long it had waited for its place
     */
    public void leaveUnanswered(Workload workload, long nanos, long waitedNanos, long now) {
        if (search != null) {
            workload.times().unanswered(nanos, ownDelay.getAsLong());
        }
        if (waiting > 0) {
            synchronized (lock) {
                queue.unanswered(waitedNanos + nanos, now);
            }
        }
        leave(1, now);
    }

    private void adapt(LimitSearch by, long now) {
        int limit = shares.limit();
        int next = by.left(now, limit);
        if (next != limit) {
            shares.limitIs(next);
        }
    }

    /** How many may ever be in progress. */
    public int max() {
        return max;
    }

    /** How many may be in progress now. */
    public int limit() {
        return shares.limit();
    }

    public int inFlight() {
        return inFlight.get();
    }

    public int waiting() {
        return waiting;
    }

    /** The time until all that wait now have their places; zero when none waits, or when it is unknown. */
    public Duration timeToDrain() {
        synchronized (lock) {
            return Duration.ofNanos(queue.nanosToDrain());
        }
    }

    /** How many have waited so far, also those that were refused later. */
    public long waits() {
        synchronized (lock) {
            return waits;
        }
    }

    /** How long all of them have waited together, in nanoseconds. */
    public double waitedNanos() {
        synchronized (lock) {
            return waitedNanos;
        }
    }

    /** How many of a priority have been refused so far. */
    public long refused(Priority priority, Entry cause) {
        return refusals.of(priority, cause);
    }
}
