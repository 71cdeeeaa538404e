package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.settings.BackendProperties;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many calls may be sent a second time: a share of those that are made, and some at once after a quiet time. So a backend that breaks off
 * its calls gets only a few more, and the circuit breaker sees the failures.
 *
 * <p>It is asked before a request that was already written to a connection is sent again, whether that connection was new or idle. A connection
 * that the backend has closed because it was idle ends like one that a failing backend resets.
 *
 * <p>Any thread may call it. While it is full, as usual, a call costs one read.
 */
public final class ResendBudget {

    private static final int LEAST_BURST = 10;

    /** The price of sending once more. A call earns the share, in percent of it. */
    private static final int PRICE = 100;

    private final int share;
    private final long most;
    private final AtomicLong saved;

    private ResendBudget(int share, int burst) {
        this.share = share;
        this.most = (long) burst * PRICE;
        this.saved = new AtomicLong(most);
    }

    static ResendBudget of(BackendProperties backend) {
        Integer burst = backend.resend().burst();
        int inProgress = Math.min(ConcurrencyLimit.INITIAL, backend.bulkhead().maxConcurrentCalls());
        int byDefault = Math.max(LEAST_BURST, inProgress / 2);
        return new ResendBudget(backend.resend().share(), Objects.requireNonNullElse(burst, byDefault));
    }

    /** A call is made. */
    public void called() {
        long now = saved.get();
        if (now < most) {
            // When two threads meet here one earns nothing, which errs on the side of fewer calls.
            saved.compareAndSet(now, Math.min(most, now + share));
        }
    }

    /** Whether a call may be sent a second time. If so, its price is taken. */
    public boolean spend() {
        long now = saved.get();
        while (now >= PRICE) {
            if (saved.compareAndSet(now, now - PRICE)) {
                return true;
            }
            now = saved.get();
        }
        return false;
    }
}
