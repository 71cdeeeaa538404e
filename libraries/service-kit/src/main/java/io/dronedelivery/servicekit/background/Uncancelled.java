package io.dronedelivery.servicekit.background;

import reactor.core.publisher.Mono;

/** Work of a request that continues to its end when its caller leaves. */
public final class Uncancelled {

    private Uncancelled() {}

    /**
     * Starts the work at its subscription, in the subscriber's context.
     *
     * @param work ends by itself, at the latest soon after the deadline in its context
     * @return its result. A subscriber that cancels stops waiting for it, and does not stop it
     */
    public static <T> Mono<T> of(Mono<T> work) {
        return Mono.deferContextual(
                context -> Mono.fromFuture(() -> work.contextWrite(context).toFuture(), true));
    }
}
