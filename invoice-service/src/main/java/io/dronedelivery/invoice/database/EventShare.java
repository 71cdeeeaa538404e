package io.dronedelivery.invoice.database;

import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;

/** Bounds how many connections handlers of events use at once. Further work waits in its order. Any thread may call it. */
public final class EventShare {

    private final InstrumentedPool<Object> permits;

    /** @param connections the most at once, at least 1 */
    public EventShare(int connections) {
        this.permits = PoolBuilder.from(Mono.fromSupplier(Object::new))
                .sizeBetween(0, connections)
                .buildPool();
    }

    public <T> Mono<T> of(Mono<T> work) {
        return permits.withPoolable(permit -> work).singleOrEmpty();
    }
}
