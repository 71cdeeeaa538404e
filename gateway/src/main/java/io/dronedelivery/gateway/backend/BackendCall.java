package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.gateway.telemetry.CallSpan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call to a backend, from the permission to make it to the verdict on its answer. It ends once: with an answer, with a failure, by
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

    private final Backend backend;
    private final BackendRequest request;
    private final CallListener listener;

    private volatile int state;
    private CallSpan span = CallSpan.NONE;
    private int entered;
    private long startedAt;

    BackendCall(Backend backend, BackendRequest request, CallListener listener) {
        super(backend, request);
        this.backend = backend;
        this.request = request;
        this.listener = listener;
    }

    /** Sends the request, or fails at once when the backend must not be called now. A cancelled call does not start. */
    public void start() {
        if (state == OVER) {
            return;
        }
        span = request.origin().beginSpan(request.uri());
        entered = backend.enter(request.workload());
        Busy refusal = backend.refused(entered, request.workload());
        if (refusal != null) {
            failed(refusal, Verdict.NONE);
            return;
        }
        startedAt = System.nanoTime();
        if (!STATE.compareAndSet(this, NEW, RUNNING)) {
            release(Verdict.NONE, null, CallEnd.OTHER);
            span.abandoned();
            return;
        }
        send();
    }

    /**
     * Ends the call because nobody needs its answer any more. The listener hears nothing.
     *
     * @return whether it had not ended by itself
     */
    public boolean cancel() {
        int before = STATE.getAndSet(this, OVER);
        if (before == RUNNING) {
            abort();
            release(Verdict.NONE, null, CallEnd.UNANSWERED);
            span.abandoned();
        }
        return before != OVER;
    }

    /** Ends the call because its time is over; the listener hears of it. */
    public void timeOut() {
        BackendFailure waited = waitedForConnection();
        long time = request.expiresAt() - startedAt;
        if (waited != null) {
            failed(waited, Verdict.NONE);
        } else if (!isShortened(time)) {
            failed(TimedOut.after(request.timeout()), Verdict.FAILURE);
        } else {
            Duration had = request.limitedByCaller() ? request.timeout() : Duration.ofNanos(time);
            failed(TimedOut.after(had), backend.lateForCaller(startedAt, time));
        }
    }

    /** Whether the caller's deadline, or the time that its body took to arrive, left the backend less than it is meant to have. */
    private boolean isShortened(long time) {
        return request.limitedByCaller() || time < request.timeout().toNanos() * 9 / 10;
    }

    @Override
    boolean isRunning() {
        return state == RUNNING;
    }

    @Override
    CallSpan span() {
        return span;
    }

    @Override
    void answered(BackendResponse received) {
        BackendFailure failure = request.expected().failure(received);
        Verdict verdict = verdict(received, failure);
        if (failure != null) {
            failed(failure, verdict);
        } else if (STATE.compareAndSet(this, RUNNING, OVER)) {
            release(verdict, null, CallEnd.of(received));
            span.answered(received.status());
            listener.succeeded(received);
        }
    }

    private Verdict verdict(BackendResponse received, @Nullable BackendFailure failure) {
        if (failure instanceof TimedOut) {
            // It has answered, and its time may have been short.
            return isShortened(request.expiresAt() - startedAt) ? Verdict.NONE : Verdict.FAILURE;
        }
        return Verdict.of(received, failure);
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
        backend.leave(entered, request.workload(), verdict, startedAt, failure, end);
    }
}
