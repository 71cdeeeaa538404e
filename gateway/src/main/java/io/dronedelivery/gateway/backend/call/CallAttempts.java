package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.ResendBudget;
import io.dronedelivery.gateway.backend.ResendCause;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.backend.stream.StreamCall;
import io.dronedelivery.gateway.telemetry.CallSpan;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call: the instance at which it is in progress, and the rule by which its request is sent once more. Calls for parts
 * and forwards ({@link HttpExchange}) and streams ({@link StreamCall}) share the rule.
 *
 * <p>The rule: a request that was not written to a connection is sent to the next instance, or once more to the same one. A request that was
 * written is sent a second time, at another instance if there is one, when
 *
 * <ul>
 *   <li>its connection ended without an answer or the answer is a 502, or a 503 without {@code Retry-After}, and it may be repeated; or the
 *       answer says that it was not read;
 *   <li>the time that is left is at least the usual time of such calls, or a quarter of their timeout while that is unknown;
 *   <li>and the {@link ResendBudget} allows it.
 * </ul>
 *
 * <p>The same bounds hold for a second attempt beside the first one, see {@link HedgedCall}: there is one or the other.
 *
 * <p>One thread at a time sends and retries. {@link #leaveInstance} and {@link #sentBeside} may come from any thread.
 */
public abstract class CallAttempts {

    private static final AtomicReferenceFieldUpdater<CallAttempts, @Nullable Instance> INSTANCE =
            AtomicReferenceFieldUpdater.newUpdater(CallAttempts.class, Instance.class, "instance");

    /** While it is unknown how long calls usually take, a second attempt needs this part of the timeout. */
    private static final int LEAST_PART_OF_TIMEOUT = 4;

    protected final Backend backend;
    protected final BackendRequest request;

    /** Where the call is in progress; null before and after, and where there is one instance only. */
    private volatile @Nullable Instance instance;

    /** Whether it has had its second attempt. */
    private volatile boolean retried;

    private int unreachable;

    protected CallAttempts(Backend backend, BackendRequest request) {
        this.backend = backend;
        this.request = request;
    }

    /** The span that the request belongs to. */
    protected abstract CallSpan span();

    /** The {@link System#nanoTime()} at which the call ends. */
    protected abstract long expiresAt();

    /** Sends the request to an instance. */
    protected abstract void send(Instance chosen);

    /** Resets the result of the last attempt, before the next one. */
    protected abstract void forgetAttempt();

    protected final void sendFirst() {
        backend.resends().called();
        sendTo(backend.instances().choose(null, request.sticky()));
    }

    private void sendTo(Instance chosen) {
        if (!chosen.isAlone()) {
            chosen.begin();
            instance = chosen;
        }
        send(chosen);
    }

    /** Sends the request as the second attempt of another call. */
    final void sendBeside(Instance chosen) {
        retried = true;
        sendTo(chosen);
    }

    /** The request is sent a second time by another call; false when it has had its second attempt already. */
    final boolean sentBeside() {
        boolean first = !retried;
        retried = true;
        return first;
    }

    /** Whether the request was sent a second time. */
    final boolean isRetried() {
        return retried;
    }

    /** Where the call is in progress, null before and after and where there is one instance only. */
    final @Nullable Instance instance() {
        return instance;
    }

    /**
     * Sends the request once more after a connection has failed, if the rule allows it.
     *
     * @param handedOver whether a connection has had the request
     */
    protected final boolean retriedAfter(Throwable cause, boolean handedOver) {
        Instance tried = instance;
        if (ConnectionFailures.isPoolClosed(cause)
                && tried != null
                && backend.instances().isGone(tried)) {
            // The name service has taken its address away while the call waited for one of its connections.
            leaveInstance(Verdict.NONE);
            retry(tried);
            return true;
        }
        boolean isUnreachable = ConnectionFailures.isUnreachable(cause, handedOver);
        if (isUnreachable
                && tried != null
                && ++unreachable < backend.instances().count()) {
            // Nothing was sent. An instance that is gone need not be waited for while there are others.
            leaveUnreachable();
            retry(tried);
            return true;
        }
        if (!retried && mayFollow(ConnectionFailures.isCutOff(cause), isUnreachable && tried == null, handedOver)) {
            // A backend, or a load balancer, may close or reset a connection that has been idle just when it is used
            // again. That the pool had closed ones only says nothing of the instance.
            retryOnce(handedOver || isUnreachable ? Verdict.FAILURE : Verdict.NONE);
            return true;
        }
        return false;
    }

    /** @param refused whether the only address accepted no connection; behind it may be several instances */
    private boolean mayFollow(boolean cutOff, boolean refused, boolean handedOver) {
        if (cutOff && handedOver) {
            return request.repeatable() && mayRetry(ResendCause.BROKEN_CONNECTION);
        }
        // What no connection has had costs nothing: it has not been sent.
        return cutOff || refused && mayRetry(ResendCause.NO_CONNECTION);
    }

    /** Sends the request once more after an answer by which it was not read or the instance cannot work, if the rule allows it. */
    protected final boolean retriedAfter(BackendResponse received) {
        boolean unread = received.isUnread();
        if (retried || !unread && !(request.repeatable() && received.isUnavailable())) {
            return false;
        }
        if (!mayRetry(unread ? ResendCause.NOT_READ : ResendCause.UNAVAILABLE)) {
            return false;
        }
        retryOnce(unread ? Verdict.NONE : Verdict.FAILURE);
        return true;
    }

    private boolean mayRetry(ResendCause cause) {
        return hasTimeForAnother() && backend.resends().spend(cause);
    }

    /** Whether a second attempt that is sent now can be expected to be answered in time. */
    final boolean hasTimeForAnother() {
        long usual = request.workload().usualNanos();
        long needed = usual > 0 ? usual : request.timeout().toNanos() / LEAST_PART_OF_TIMEOUT;
        return expiresAt() - System.nanoTime() >= needed;
    }

    private void retryOnce(Verdict verdict) {
        retried = true;
        Instance tried = instance;
        leaveInstance(verdict);
        retry(tried);
    }

    private void retry(@Nullable Instance tried) {
        span().sentAgain();
        forgetAttempt();
        sendTo(backend.instances().choose(tried, request.sticky()));
    }

    /** The call is no longer in progress at an instance; called when it ends, and may be called again. */
    protected final void leaveInstance(Verdict verdict) {
        Instance left = takeInstance();
        if (left != null) {
            left.end(verdict);
        }
    }

    /** As {@link #leaveInstance}, because the instance accepts no connection. */
    protected final void leaveUnreachable() {
        Instance left = takeInstance();
        if (left != null) {
            left.unreachable();
        }
    }

    private @Nullable Instance takeInstance() {
        return instance == null ? null : INSTANCE.getAndSet(this, null);
    }
}
