package io.dronedelivery.gateway.forward;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of bodies that are not complete yet. Their requests are in no limit of requests in progress, so that slow callers take no place from
 * others; this is what bounds them instead, beside the number of connections. When all of it is held, a caller that holds less than its part
 * gets room of the caller that holds most, whose newest body is refused. Any thread may call it.
 */
final class IncomingBodies {

    private final long max;
    private final Map<Object, OfCaller> callers = new HashMap<>();
    private long held;

    /** A body that is not complete yet. What it holds is guarded by the lock of {@link IncomingBodies}. */
    abstract static class IncomingBody {

        private final Object caller;
        private int held;

        /** @param caller compared by {@code equals} */
        IncomingBody(Object caller) {
            this.caller = caller;
        }

        /** There is no room for it any more. It is called while locks are held, so it may only note the event. */
        abstract void loseRoom();
    }

    private static final class OfCaller {
        private final Deque<IncomingBody> bodies = new ArrayDeque<>();
        private long held;
    }

    /** @param max bytes over all requests */
    IncomingBodies(long max, MeterRegistry meters) {
        this.max = max;
        Gauge.builder("gateway.incoming.bodies", this, IncomingBodies::held)
                .description("memory of request bodies that are not complete yet")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
    }

    private synchronized long held() {
        return held;
    }

    /** Whether there is room for so many more bytes of the body. {@link #giveBack} gives all of them back. */
    synchronized boolean tryTake(IncomingBody body, int bytes) {
        while (held + bytes > max) {
            IncomingBody loser = newestOfLargest(body.caller, bytes);
            if (loser == null) {
                return false;
            }
            giveBack(loser);
            loser.loseRoom();
        }
        OfCaller own = callers.computeIfAbsent(body.caller, any -> new OfCaller());
        if (body.held == 0) {
            own.bodies.add(body);
        }
        body.held += bytes;
        own.held += bytes;
        held += bytes;
        return true;
    }

    /** Null when the caller would hold more than its part. */
    private @Nullable IncomingBody newestOfLargest(Object caller, int bytes) {
        OfCaller own = callers.get(caller);
        long part = max / (own == null ? callers.size() + 1 : callers.size());
        if ((own == null ? 0 : own.held) + bytes > part) {
            return null;
        }
        OfCaller largest = null;
        for (OfCaller each : callers.values()) {
            if (each != own && each.held > part && (largest == null || each.held > largest.held)) {
                largest = each;
            }
        }
        return largest == null ? null : largest.bodies.peekLast();
    }

    /** The body is complete, or is not collected any more. */
    synchronized void giveBack(IncomingBody body) {
        OfCaller own = callers.get(body.caller);
        if (own == null || body.held == 0) {
            return;
        }
        own.held -= body.held;
        held -= body.held;
        body.held = 0;
        own.bodies.remove(body);
        if (own.bodies.isEmpty()) {
            callers.remove(body.caller);
        }
    }
}
