package io.dronedelivery.delivery.lease;

import io.dronedelivery.messaging.drain.Drainable;
import reactor.core.publisher.Mono;

/** Gives the leases back when the instance is drained, so that others take the work over at once. */
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

    /** What is under way is the dispatcher's, which is drained later. */
    @Override
    public Mono<Void> drained() {
        return Mono.empty();
    }

    @Override
    public Mono<Void> shutDown() {
        return leases.release();
    }
}
