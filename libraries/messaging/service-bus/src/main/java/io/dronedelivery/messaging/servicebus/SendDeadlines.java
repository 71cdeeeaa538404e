package io.dronedelivery.messaging.servicebus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Ends the sends that exceed the timeout. The timeout is the same for all, so the oldest send is overdue first, and one timer serves any
 * number of them. Any thread may call it.
 */
final class SendDeadlines {

    private final Scheduler timer = Schedulers.parallel();
    private final long nanos;
    private final long most;
    private final Set<PooledSend> running = new LinkedHashSet<>();
    private boolean watching;

    /** @param most how many sends there may be at the same time */
    SendDeadlines(Duration timeout, long most) {
        this.nanos = timeout.toNanos();
        this.most = most;
    }

    /** @return false when there are too many already */
    boolean add(PooledSend send) {
        boolean first;
        synchronized (this) {
            if (running.size() >= most) {
                return false;
            }
            running.add(send);
            first = !watching;
            watching = true;
        }
        if (first) {
            scheduleCheck(nanos);
        }
        if (send.hasEnded()) {
            // It ended before it was added, so it could not remove itself.
            remove(send);
        }
        return true;
    }

    synchronized void remove(PooledSend send) {
        running.remove(send);
    }

    private void scheduleCheck(long wait) {
        timer.schedule(this::check, wait, TimeUnit.NANOSECONDS);
    }

    private void check() {
        List<PooledSend> overdue = new ArrayList<>();
        long wait = 0;
        synchronized (this) {
            long now = System.nanoTime();
            Iterator<PooledSend> oldestFirst = running.iterator();
            while (wait == 0 && oldestFirst.hasNext()) {
                PooledSend oldest = oldestFirst.next();
                long left = oldest.startedAt() + nanos - now;
                if (left > 0) {
                    wait = left;
                } else {
                    overdue.add(oldest);
                }
            }
            watching = wait > 0;
        }
        if (wait > 0) {
            scheduleCheck(wait);
        }
        overdue.forEach(PooledSend::giveUp);
    }
}
