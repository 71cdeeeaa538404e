package io.dronedelivery.invoice.database;

import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;

/**
 * Bounds the work of all handlers of events to two thirds of the connections. A backlog of events would otherwise take all of them, and
 * callers of the API would get 503. Further work waits in its order. Any thread may call it.
 */
public final class EventShare {

    private final InstrumentedPool<Object> permits;

    /** @param connections the most connections of the application */
    EventShare(int connections) {
        this.permits = PoolBuilder.from(Mono.fromSupplier(Object::new))
                .sizeBetween(0, Math.max(1, connections * 2 / 3))
                .buildPool();
    }

    /** The work, in its turn. */
    public <T> Mono<T> of(Mono<T> work) {
        return permits.withPoolable(permit -> work).singleOrEmpty();
    }
}
