package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.CallEnd;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call that is sent a second time when its answer takes longer than a {@link Hedge} says. The first answer counts, and the other attempt is
 * cancelled. A failure counts when the other attempt has failed, too.
 *
 * <p>The second attempt is a call like any other: it has a place at the backend's limit, a span, and a verdict. It is not made
 *
 * <ul>
 *   <li>while the limit has no room or other calls wait for it, the circuit breaker is not closed, or no connection is free;
 *   <li>when all other instances are left out or busy. A single address is called again, because it may belong to several instances;
 *   <li>when the time that is left, or the retry budget, does not allow a retry either, or there was one.
 * </ul>
 *
 * <p>The timer runs on the event loop that starts the call. The two attempts end on the loops of their connections; a lock that is held for a
 * few operations decides which one is first.
 */
final class HedgedCall implements CallHandle, Runnable {

    private final Backend backend;
    private final BackendRequest request;
    private final Hedge hedge;
    private final CallListener listener;
    private final EventExecutor loop;
    private final BackendCall first;
    private long expiresAt;
    private boolean limitedByCaller;
    private long startedAt;
    private volatile @Nullable Future<?> timer;

    // Guarded by this.
    private boolean over;
    private @Nullable BackendCall second;
    private boolean secondFailed;
    private boolean secondWon;
    private @Nullable BackendFailure firstFailure;

    HedgedCall(Backend backend, BackendRequest request, Hedge hedge, CallListener listener) {
        this.backend = backend;
        this.request = request;
        this.hedge = hedge;
        this.listener = listener;
        this.loop = backend.timers();
        this.first = new BackendCall(backend, request, new Attempt(true));
    }

    @Override
    public void start(long newExpiresAt, boolean newLimitedByCaller, long waitedNanos) {
        expiresAt = newExpiresAt;
        limitedByCaller = newLimitedByCaller;
        startedAt = System.nanoTime();
        long after = hedge.afterNanos();
        if (after > 0) {
            timer = loop.schedule(this, after, TimeUnit.NANOSECONDS);
        }
        first.start(newExpiresAt, newLimitedByCaller, waitedNanos);
        if (isOver()) {
            stopTimer();
        }
    }

    /** The answer takes longer than usual. */
    @Override
    public void run() {
        if (isOver() || first.isRetried()) {
            return;
        }
        Instance other = roomElsewhere();
        if (other == null || !first.hasTimeForAnother() || !backend.tryEnterHedge(request.workload())) {
            return;
        }
        BackendCall call = new BackendCall(backend, request, new Attempt(false));
        if (begin(call)) {
            call.startBeside(other, expiresAt, limitedByCaller);
        } else {
            backend.returnPlace();
        }
    }

    /** Another instance that has a free connection, null when there is none. */
    private @Nullable Instance roomElsewhere() {
        if (first.failureOfWait() != null) {
            return null;
        }
        Instance other = backend.instances().chooseBeside(first.instance(), request.sticky());
        return other == null || other.pool().shareFor(backend.timers()).isFull() ? null : other;
    }

    private synchronized boolean begin(BackendCall call) {
        if (over || !first.sentBeside()) {
            return false;
        }
        second = call;
        return true;
    }

    private synchronized boolean isOver() {
        return over;
    }

    @Override
    public void refuse(Busy why) {
        first.refuse(why);
    }

    @Override
    public boolean cancel(boolean callerLeft) {
        BackendCall other;
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            other = second;
        }
        stopTimer();
        first.cancel(callerLeft);
        if (other != null) {
            other.cancel(callerLeft);
        }
        return true;
    }

    @Override
    public void timeOut() {
        BackendCall other;
        boolean firstRuns;
        synchronized (this) {
            other = second;
            firstRuns = firstFailure == null;
            secondFailed |= firstRuns;
        }
        if (firstRuns) {
            if (other != null) {
                other.cancel(false);
            }
            first.timeOut();
        } else if (other != null) {
            other.timeOut();
        }
    }

    @Override
    public @Nullable SecondAttempt secondAttempt() {
        synchronized (this) {
            if (second != null) {
                return secondWon ? SecondAttempt.HEDGE_WON : SecondAttempt.HEDGE_LOST;
            }
        }
        return first.secondAttempt();
    }

    private void stopTimer() {
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Whether the listener need not know of a failure yet, because the other attempt may still be answered. */
    private synchronized boolean isOtherOpen(boolean isFirst, BackendFailure failure) {
        if (isFirst) {
            firstFailure = failure;
            return second != null && !secondFailed;
        }
        secondFailed = true;
        return firstFailure == null;
    }

    private synchronized BackendFailure firstFailure(BackendFailure otherwise) {
        return firstFailure == null ? otherwise : firstFailure;
    }

    /** Ends the call, and the other attempt. True if this has ended it. */
    private boolean end(boolean byFirst, boolean answered) {
        BackendCall other;
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            secondWon = !byFirst && answered;
            other = byFirst ? second : first;
        }
        stopTimer();
        if (!byFirst && answered) {
            backend.resends().hedgeWon();
        }
        if (other != null) {
            other.outrun(byFirst ? CallEnd.OTHER : CallEnd.UNANSWERED);
        }
        return true;
    }

    /** Receives the end of one attempt. */
    private final class Attempt implements CallListener {

        private final boolean isFirst;

        Attempt(boolean isFirst) {
            this.isFirst = isFirst;
        }

        @Override
        public void succeeded(BackendResponse response) {
            if (end(isFirst, true)) {
                hedge.took(System.nanoTime() - startedAt - first.endRoomWait());
                listener.succeeded(response);
            }
        }

        @Override
        public void failed(BackendFailure failure) {
            BackendFailure told = failure;
            if (failure.isOfBackend()) {
                if (isOtherOpen(isFirst, failure)) {
                    return;
                }
                told = firstFailure(failure);
            }
            if (end(isFirst, !failure.isOfBackend())) {
                if (told instanceof TimedOut && startedAt != 0) {
                    hedge.took(System.nanoTime() - startedAt);
                }
                listener.failed(told);
            }
        }
    }
}
