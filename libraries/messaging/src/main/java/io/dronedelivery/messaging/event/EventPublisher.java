package io.dronedelivery.messaging.event;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishes events to the broker that is configured. */
public interface EventPublisher {

    /**
     * Publishes one event. Events of one key that are published one after another (the next when the last has completed) are
     * handled in that order.
     *
     * @param event what goes where
     * @return completes when the broker has stored the event, and not before. Nothing is sent until it is subscribed to. Fails with
     *     {@link EventTooLargeException} when the broker never will take the event, with {@link BrokerUnavailableException} when it
     *     may be tried again: then it is unknown whether the broker has the event
     */
    Mono<Void> publish(OutboundEvent event);

    /**
     * Publishes events, in as few calls of the broker as order allows; those of one channel and key are handled in the order of the list.
     *
     * @param events any number of them, of any channels and keys
     * @return completes when the broker has stored all of them. Fails as {@link #publish} does; then it is unknown which of them
     *     the broker has, but that it has none behind one of the same channel and key that was not confirmed. So the order is kept when all
     *     are published again
     */
    default Mono<Void> publishAll(List<OutboundEvent> events) {
        return Flux.fromIterable(events).concatMap(this::publish).then();
    }
}
