package io.dronedelivery.gateway.forward;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of bodies that are not complete yet. Their requests are in no limit of requests in progress, so that slow callers take no place from
 * others; this is what bounds them instead, beside the number of connections. Any thread may call it.
 */
final class IncomingBodies {

    private final AtomicLong held = new AtomicLong();
    private final long max;

    /** @param max bytes over all requests */
    IncomingBodies(long max, MeterRegistry meters) {
        this.max = max;
        Gauge.builder("gateway.incoming.bodies", held, AtomicLong::get)
                .description("memory of request bodies that are not complete yet")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
    }

    /** Whether there is room for so many more bytes. If so, they have to be given back. */
    boolean tryTake(int bytes) {
        if (held.addAndGet(bytes) <= max) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    void giveBack(int bytes) {
        held.addAndGet(-bytes);
    }
}
