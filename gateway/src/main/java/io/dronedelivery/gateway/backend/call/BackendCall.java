package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.CircuitPermission;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.CallEnd;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.telemetry.CallSpan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call to a backend, from its place at the backend's limit to the verdict on its answer. It ends once: with an answer, with a failure, by
 * {@link #timeOut} or by {@link #cancel}, whichever is first; the permissions are given back then and the span ends.
 *
 * <p>{@link #start} is called once, by the request that owns the call. {@link #cancel} and {@link #timeOut} may come from any thread at
 * any time, also before the start. The listener is called on the thread that ends the call: the connection's event loop, or that of
 * {@link #start} and {@link #timeOut}.
 */
public final class BackendCall extends HttpExchange {

    private static final AtomicIntegerFieldUpdater<BackendCall> STATE =
            AtomicIntegerFieldUpdater.newUpdater(BackendCall.class, "state");
    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int OVER = 2;

    private final CallListener listener;

    private volatile int state;
    private CallSpan span = CallSpan.NONE;
    private CircuitPermission permission = CircuitPermission.UNGUARDED;
    private long startedAt;
    private long expiresAt;
    private boolean limitedByCaller;
    private long waitedNanos;

    public BackendCall(Backend backend, BackendRequest request, CallListener listener) {
        super(backend, request);
        this.listener = listener;
        this.expiresAt = request.expiresAt();
        this.limitedByCaller = request.limitedByCaller();
    }

    /**
     * As {@link #start()}, for a call that may have waited for its place.
     *
     * @param newExpiresAt the {@link System#nanoTime()} at which it ends
     * @param newLimitedByCaller whether that is because of the caller's deadline
     * @param nanos how long it has waited, 0 when it has not
     */
    public void start(long newExpiresAt, boolean newLimitedByCaller, long nanos) {
        expiresAt = newExpiresAt;
        limitedByCaller = newLimitedByCaller;
        waitedNanos = nanos;
        start();
    }

    /**
     * Sends the request, or fails at once when the circuit breaker is open. Its place at the backend's limit was taken for it, and is given back
     * when it ends. A cancelled call does not start.
     */
    public void start() {
        if (state == OVER) {
            backend.returnPlace();
            return;
        }
        span = request.origin().beginSpan(request.uri());
        if (waitedNanos > 0) {
            span.waited(waitedNanos);
        }
        CircuitPermission given = backend.enterCircuit();
        if (given == null) {
            backend.returnPlace();
            failed(backend.circuitOpen(), Verdict.NONE);
            return;
        }
        permission = given;
        startedAt = System.nanoTime();
        if (!STATE.compareAndSet(this, NEW, RUNNING)) {
            release(Verdict.NONE, null, CallEnd.OTHER);
            span.abandoned();
            return;
        }
        sendFirst();
    }

    /** Ends the call because it got no place; the listener is notified. */
    public void refuse(Busy why) {
        if (state == NEW) {
            span = request.origin().beginSpan(request.uri());
            failed(why, Verdict.NONE);
        }
    }

    /**
     * Ends the call because its answer is no longer needed. The listener is not called.
     *
     * @param callerLeft whether that is because its caller has left; otherwise the gateway does not need it, which says nothing about the
     *     backend
     * @return whether it had not ended by itself
     */
    public boolean cancel(boolean callerLeft) {
        int before = STATE.getAndSet(this, OVER);
        if (before == RUNNING) {
            abort();
            release(Verdict.NONE, null, callerLeft ? CallEnd.UNANSWERED : CallEnd.OTHER);
            span.abandoned();
        }
        return before != OVER;
    }

    /** Ends the call because its time is over; the listener is notified. */
    public void timeOut() {
        if (state == NEW) {
            refuse(backend.refused(Entry.TOO_LATE, request.workload()));
            return;
        }
        BackendFailure waited = waitedForConnection();
        long time = expiresAt - startedAt;
        if (waited != null) {
            failed(waited, Verdict.NONE);
        } else if (!isShortened(time)) {
            failed(TimedOut.after(request.timeout()), Verdict.FAILURE);
        } else {
            Duration had = limitedByCaller ? request.timeout() : Duration.ofNanos(time);
            failed(TimedOut.after(had), backend.lateForCaller(startedAt, time));
        }
    }

    /**
     * Whether the backend has less than its configured time: because of the caller's deadline, a body that arrived slowly, or the wait for a
     * place.
     */
    private boolean isShortened(long time) {
        return limitedByCaller || time < request.timeout().toNanos() * 9 / 10;
    }

    @Override
    boolean isRunning() {
        return state == RUNNING;
    }

    @Override
    long expiresAt() {
        return expiresAt;
    }

    @Override
    protected CallSpan span() {
        return span;
    }

    @Override
    void answered(BackendResponse received) {
        BackendFailure failure = request.expected().failure(received);
        Verdict verdict = Verdict.of(received, failure, isShortened(expiresAt - startedAt));
        if (failure != null) {
            failed(failure, verdict);
        } else if (STATE.compareAndSet(this, RUNNING, OVER)) {
            release(verdict, null, CallEnd.of(received));
            span.answered(received.status());
            listener.succeeded(received);
        }
    }

    @Override
    void failed(BackendFailure failure, Verdict verdict) {
        int before = STATE.getAndSet(this, OVER);
        if (before == OVER) {
            return;
        }
        if (before == RUNNING) {
            abort();
            release(verdict, failure, CallEnd.of(failure));
        }
        Throwable cause = failure instanceof Failed failed ? failed.cause() : null;
        span.failed(failure.type(), failure.reason(), cause, receivedStatus());
        listener.failed(failure);
    }

    private void release(Verdict verdict, @Nullable BackendFailure failure, CallEnd end) {
        leaveInstance(verdict);
        backend.leave(permission, request.workload(), verdict, startedAt, waitedNanos, sentAt(), failure, end);
    }
}
