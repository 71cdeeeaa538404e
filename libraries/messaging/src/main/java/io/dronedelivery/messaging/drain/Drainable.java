package io.dronedelivery.messaging.drain;

import reactor.core.publisher.Mono;

/**
 * Something that takes work in and can be asked to stop doing so: a consumer, the dispatcher, the workers. Beans of this type are
 * drained by the drain API and before the application ends, those with the lowest {@link #order()} first. Every method may be called
 * more than once, by any thread, and must not block.
 */
public interface Drainable {

    /** Consumers and workers: nothing new comes in from the broker. */
    int CONSUMING = 0;

    /** Parts that send for consumers and for callers of the service: they are drained after them. */
    int SENDING = 100;

    /** Names it in the report of a drain. */
    String name();

    /** One of {@link #CONSUMING} and {@link #SENDING}, or between. */
    int order();

    /** Takes no new work from now on. */
    void disable();

    /** Completes when all work that was taken is done and settled. */
    Mono<Void> drained();

    /** Leaves the broker's group and closes the connections; completes when that is done. Called after {@link #drained()}. */
    Mono<Void> shutDown();
}
