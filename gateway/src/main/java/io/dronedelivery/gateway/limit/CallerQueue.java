package io.dronedelivery.gateway.limit;

import org.jspecify.annotations.Nullable;

/** What one caller has waiting in a {@link WaitingQueue} at one priority, oldest first. Guarded by the lock of the queue. */
final class CallerQueue {

    private final Object caller;
    private @Nullable Waiter oldest;
    private @Nullable Waiter newest;
    private int waiters;
    private int places;

    CallerQueue(Object caller) {
        this.caller = caller;
    }

    Object caller() {
        return caller;
    }

    int waiters() {
        return waiters;
    }

    int places() {
        return places;
    }

    @Nullable
    Waiter oldest() {
        return oldest;
    }

    @Nullable
    Waiter newest() {
        return newest;
    }

    void add(Waiter waiter) {
        waiter.line = this;
        waiter.older = newest;
        if (newest == null) {
            oldest = waiter;
        } else {
            newest.newer = waiter;
        }
        newest = waiter;
        waiters++;
        places += waiter.places();
    }

    void remove(Waiter waiter) {
        Waiter before = waiter.older;
        Waiter after = waiter.newer;
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        waiter.line = null;
        waiter.older = null;
        waiter.newer = null;
        waiters--;
        places -= waiter.places();
    }
}
