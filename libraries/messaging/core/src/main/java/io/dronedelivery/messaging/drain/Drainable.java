package io.dronedelivery.messaging.drain;

import reactor.core.publisher.Mono;

/**
 * A part that accepts work and can be asked to stop: a consumer, the dispatcher, the workers. Beans of this type are drained by the drain
 * API and before the application ends. Beans with the lowest {@link #order()} are drained first. Any thread may call every method more than
 * once; none may block.
 */
public interface Drainable {

    /** The order of consumers and workers, which take work from the broker. */
    int CONSUMING = 0;

    /** The order of parts that send for consumers and for callers of the service: they are drained after them. */
    int SENDING = 100;

    String name();

    /** {@link #CONSUMING}, {@link #SENDING}, or a value between. */
    int order();

    /** Stops accepting new work. */
    void disable();

    /** Completes when all accepted work is done and settled. */
    Mono<Void> drained();

    /** Leaves the broker's group and closes the connections; completes when that is done. Called after {@link #drained()}. */
    Mono<Void> shutDown();
}
