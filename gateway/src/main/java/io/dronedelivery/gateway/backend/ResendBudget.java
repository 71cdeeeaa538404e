package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.settings.BackendProperties;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * How many calls may be sent a second time: a share of those that are made, and some at once after a quiet time. So a backend that fails or is
 * slow gets only a few more calls, and the circuit breaker sees the failures.
 *
 * <p>It is asked before a request that was already written to a connection is sent again, whether that connection was new or idle. A connection
 * that the backend has closed because it was idle ends like one that a failing backend resets. It is also asked before a hedge.
 *
 * <p>A hedge costs twice as much as a retry and leaves half of the burst. So hedges are at most half of the second attempts that the share
 * allows, and a backend whose calls are slow all the time still has retries for an instance that dies.
 *
 * <p>Any thread may call it. While it is full, as usual, a call costs one read.
 */
public final class ResendBudget {

    private static final int LEAST_BURST = 10;

    /** The price of sending once more. A call earns the share, in percent of it. */
    private static final int PRICE = 100;

    private static final int PRICE_OF_HEDGE = 2 * PRICE;

    private final int share;
    private final long most;
    private final AtomicLong saved;
    private final LongAdder[] spent = countersByCause();
    private final LongAdder[] refused = countersByCause();
    private final LongAdder hedgesWon = new LongAdder();

    private ResendBudget(int share, int burst) {
        this.share = share;
        this.most = (long) burst * PRICE;
        this.saved = new AtomicLong(most);
    }

    private static LongAdder[] countersByCause() {
        return Stream.generate(LongAdder::new)
                .limit(ResendCause.values().length)
                .toArray(LongAdder[]::new);
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

    /** Whether hedges can ever be paid. */
    public boolean allowsHedges() {
        return share > 0 && most / 2 >= PRICE_OF_HEDGE;
    }

    /** Whether a call may be sent a second time. If so, its price is taken. */
    public boolean spend(ResendCause cause) {
        boolean hedge = cause == ResendCause.HEDGE;
        int price = hedge ? PRICE_OF_HEDGE : PRICE;
        long least = hedge ? most / 2 + price : price;
        long now = saved.get();
        while (now >= least) {
            if (saved.compareAndSet(now, now - price)) {
                spent[cause.ordinal()].increment();
                return true;
            }
            now = saved.get();
        }
        refused[cause.ordinal()].increment();
        return false;
    }

    /** The second attempt of a hedge was answered first. */
    public void hedgeWon() {
        hedgesWon.increment();
    }

    void bindTo(String backend, MeterRegistry meters) {
        for (ResendCause cause : ResendCause.values()) {
            FunctionCounter.builder("gateway.backend.resends", spent[cause.ordinal()], LongAdder::sum)
                    .description("calls that were sent a second time, by the cause")
                    .tags("backend", backend, "cause", cause.tag())
                    .register(meters);
            FunctionCounter.builder("gateway.backend.resends.refused", refused[cause.ordinal()], LongAdder::sum)
                    .description("second attempts that were not made because too many had been")
                    .tags("backend", backend, "cause", cause.tag())
                    .register(meters);
        }
        FunctionCounter.builder("gateway.backend.hedges.won", hedgesWon, LongAdder::sum)
                .description("hedges that were answered before the first attempt")
                .tag("backend", backend)
                .register(meters);
    }
}
