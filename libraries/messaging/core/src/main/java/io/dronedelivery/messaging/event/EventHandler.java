package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import reactor.core.publisher.Mono;

/** Does the work for one event. It is called at least once for each event, so it has to be idempotent. */
@FunctionalInterface
public interface EventHandler {

    /**
     * Does the work for an event.
     *
     * @param event has valid attributes, and a type and version that the subscription handles
     * @return completes when the work is done; only then is the event settled with the broker. A failure with {@link InvalidEventException}
     *     sends the event to the dead letters. After {@link DependencyUnavailableException} the event is tried again until it succeeds or
     *     is parked. After any other failure the event is tried again as often as configured, and then goes to the dead letters. Those
     *     failures do not count while most events of the type fail
     */
    Mono<Void> handle(CloudEvent event);

    /**
     * Checks whether the handler can read an event, without doing the work. It is called for a dead letter that was mended, before the dead
     * letter is sent again. The default accepts every event.
     *
     * @throws InvalidEventException naming what is wrong
     */
    default void check(CloudEvent event) {}
}
