package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import org.jspecify.annotations.Nullable;

/**
 * One call to a backend, as its caller sees it. {@link #start} is called once, by the request that owns the call. The other methods may come
 * from any thread at any time, also before the start.
 */
public sealed interface CallHandle permits BackendCall, HedgedCall {

    /**
     * Starts the call, whose place at the backend's limit was taken for it. A cancelled call does not start and gives its place back.
     *
     * @param expiresAt the {@link System#nanoTime()} at which it ends
     * @param limitedByCaller whether that is because of the caller's deadline
     * @param waitedNanos how long it has waited for its place, 0 when it has not
     */
    void start(long expiresAt, boolean limitedByCaller, long waitedNanos);

    /** Ends the call because it got no place; the listener is notified. */
    void refuse(Busy why);

    /**
     * Ends the call because its answer is no longer needed. The listener is not called.
     *
     * @param callerLeft whether that is because its caller has left; otherwise the gateway does not need it, which says nothing about the
     *     backend
     * @return whether it had not ended by itself
     */
    boolean cancel(boolean callerLeft);

    /** Ends the call because its time is over; the listener is notified. */
    void timeOut();

    /** Its second attempt, null when there was none. */
    @Nullable
    SecondAttempt secondAttempt();

    /**
     * A call.
     *
     * @param hedge when it is sent a second time, if it may be repeated; null when only a failed one is
     */
    static CallHandle of(Backend backend, BackendRequest request, @Nullable Hedge hedge, CallListener listener) {
        return hedge == null || !request.repeatable()
                ? new BackendCall(backend, request, listener)
                : new HedgedCall(backend, request, hedge, listener);
    }
}
