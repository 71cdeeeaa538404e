package io.dronedelivery.messaging.event;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishes events to the configured broker. */
public interface EventPublisher {

    /**
     * Publishes one event. Events of one key are handled in the order of their publication, when each is published after the one before has
     * completed.
     *
     * @return completes when the broker has stored the event, and not before. Nothing is sent before the subscription. Fails with
     *     {@link EventTooLargeException} when the broker will never accept the event. Fails with {@link BrokerUnavailableException} when a
     *     retry may help; then it is unknown whether the broker has the event
     */
    Mono<Void> publish(OutboundEvent event);

    /**
     * Publishes events, in as few calls of the broker as order allows. Events of one channel and key are handled in the order of the list.
     *
     * @param events any number of them, of any channels and keys
     * @return completes when the broker has stored all of them. Fails as {@link #publish} does; then it is unknown which of them the broker
     *     has. But the broker has no event behind an unconfirmed one of the same channel and key. So the order is kept when all are
     *     published again
     */
    default Mono<Void> publishAll(List<OutboundEvent> events) {
        return Flux.fromIterable(events).concatMap(this::publish).then();
    }
}
