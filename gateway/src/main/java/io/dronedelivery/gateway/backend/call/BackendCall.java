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
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.telemetry.CallSpan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call to a backend, from its place at the backend's limit to the verdict on its answer. It ends once: with an answer, with a failure, by
 * {@link #timeOut} or by {@link #cancel}, whichever is first; the permissions are given back then and the span ends.
 *
 * <p>The listener is called on the thread that ends the call: the connection's event loop, or that of
 * {@link #start} and {@link #timeOut}.
 */
public final class BackendCall extends HttpExchange implements CallHandle {

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
    private boolean hedge;

    public BackendCall(Backend backend, BackendRequest request, CallListener listener) {
        super(backend, request);
        this.listener = listener;
        this.expiresAt = request.expiresAt();
        this.limitedByCaller = request.limitedByCaller();
    }

    /** Sends the request, or fails at once when the circuit breaker is open. The place is given back when the call ends. */
    @Override
    public void start(long newExpiresAt, boolean newLimitedByCaller, long nanos) {
        waitedNanos = nanos;
        if (begin(newExpiresAt, newLimitedByCaller)) {
            sendFirst();
        }
    }

    /** As {@link #start}, for the second attempt of a {@link HedgedCall}. */
    void startBeside(Instance chosen, long newExpiresAt, boolean newLimitedByCaller) {
        hedge = true;
        if (begin(newExpiresAt, newLimitedByCaller)) {
            sendBeside(chosen);
        }
    }

    /** Whether the request is to be sent. */
    private boolean begin(long newExpiresAt, boolean newLimitedByCaller) {
        expiresAt = newExpiresAt;
        limitedByCaller = newLimitedByCaller;
        if (state == OVER) {
            backend.returnPlace();
            return false;
        }
        span = request.origin().beginSpan(request.uri());
        if (waitedNanos > 0) {
            span.waited(waitedNanos);
        }
        if (hedge) {
            span.hedge();
        }
        CircuitPermission given = backend.enterCircuit();
        if (given == null) {
            backend.returnPlace();
            failed(backend.circuitOpen(), Verdict.NONE);
            return false;
        }
        permission = given;
        startedAt = System.nanoTime();
        if (!STATE.compareAndSet(this, NEW, RUNNING)) {
            release(Verdict.NONE, null, CallEnd.OTHER);
            span.abandoned();
            return false;
        }
        return true;
    }

    @Override
    public void refuse(Busy why) {
        if (state == NEW) {
            span = request.origin().beginSpan(request.uri());
            failed(why, Verdict.NONE);
        }
    }

    @Override
    public boolean cancel(boolean callerLeft) {
        int before = STATE.getAndSet(this, OVER);
        if (before == RUNNING) {
            abort();
            release(Verdict.NONE, null, callerLeft ? CallEnd.UNANSWERED : CallEnd.OTHER);
            span.abandoned();
        }
        return before != OVER;
    }

    /**
     * Ends the call because the other attempt of a {@link HedgedCall} was answered first. The listener is not called.
     *
     * @param end what that says about the backend's response time
     */
    void outrun(CallEnd end) {
        if (STATE.getAndSet(this, OVER) == RUNNING) {
            abort();
            release(Verdict.NONE, null, end);
            span.outrun();
        }
    }

    @Override
    public @Nullable SecondAttempt secondAttempt() {
        return isRetried() ? SecondAttempt.RETRY : null;
    }

    @Override
    public void timeOut() {
        if (state == NEW) {
            refuse(backend.refused(Entry.TOO_LATE, request.workload()));
            return;
        }
        BackendFailure waited = failureOfWait();
        long time = expiresAt - startedAt - endRoomWait();
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
    protected long expiresAt() {
        return expiresAt;
    }

    @Override
    protected CallSpan span() {
        return span;
    }

    @Override
    void answered(BackendResponse received) {
        BackendFailure failure = request.expected().failure(received);
        Verdict verdict = Verdict.of(received, failure, isShortened(expiresAt - startedAt - endRoomWait()));
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
        // The wait for memory is not the backend's time.
        long room = endRoomWait();
        backend.leave(
                permission, request.workload(), verdict, startedAt + room, waitedNanos, sentAt() + room, failure, end);
    }
}
