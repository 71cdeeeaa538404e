package io.dronedelivery.delivery.lease;

import io.dronedelivery.messaging.drain.Drainable;
import reactor.core.publisher.Mono;

/** Releases the leases when the instance is drained, so that other instances take the work over at once. */
record LeaseDrain(Leases leases) implements Drainable {

    @Override
    public String name() {
        return "leases";
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    @Override
    public void disable() {
        leases.end();
    }

    /** Does not wait for work under way: the dispatcher has it, and is drained later. */
    @Override
    public Mono<Void> drained() {
        return Mono.empty();
    }

    @Override
    public Mono<Void> shutDown() {
        return leases.release();
    }
}
