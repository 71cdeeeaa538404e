package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.ResendBudget;
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
 * written is retried once, if it may be repeated and the {@link ResendBudget} allows it.
 *
 * <p>One thread at a time sends and retries. {@link #leaveInstance} may come from any thread.
 */
public abstract class CallAttempts {

    private static final AtomicReferenceFieldUpdater<CallAttempts, @Nullable Instance> INSTANCE =
            AtomicReferenceFieldUpdater.newUpdater(CallAttempts.class, Instance.class, "instance");

    protected final Backend backend;
    protected final BackendRequest request;

    /** Where the call is in progress; null before and after, and where there is one instance only. */
    private volatile @Nullable Instance instance;

    private boolean retried;
    private int unreachable;

    protected CallAttempts(Backend backend, BackendRequest request) {
        this.backend = backend;
        this.request = request;
    }

    /** The span that the request belongs to. */
    protected abstract CallSpan span();

    /**
     * Sends the request to an instance that {@link #chooseInstance} gives.
     *
     * @param tried the instance that has failed this call before
     */
    protected abstract void send(@Nullable Instance tried);

    /** Resets the result of the last attempt, before the next one. */
    protected abstract void forgetAttempt();

    protected final void sendFirst() {
        backend.resends().called();
        send(null);
    }

    protected final Instance chooseInstance(@Nullable Instance tried) {
        Instance chosen = backend.instances().choose(tried);
        if (!chosen.isAlone()) {
            chosen.begin();
            instance = chosen;
        }
        return chosen;
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
        // What no connection has had costs nothing: it has not been sent.
        if (ConnectionFailures.isCutOff(cause)
                && !retried
                && (!handedOver || request.repeatable() && backend.resends().spend())) {
            // A backend, or a load balancer, may close or reset a connection that has been idle just when it is used
            // again. That the pool had closed ones only says nothing of the instance.
            retryOnce(handedOver || isUnreachable ? Verdict.FAILURE : Verdict.NONE);
            return true;
        }
        return false;
    }

    /** Sends the request once more after an answer that says that the request was not read, if the rule allows it. */
    protected final boolean retriedAfterUnread(BackendResponse received) {
        if (received.isUnread() && !retried && backend.resends().spend()) {
            retryOnce(Verdict.NONE);
            return true;
        }
        return false;
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
        send(tried);
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
