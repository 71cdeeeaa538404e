package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import reactor.core.publisher.Mono;

/** Does the work for one event. Called at least once for each, so it has to be idempotent. */
@FunctionalInterface
public interface EventHandler {

    /**
     * Does the work for an event.
     *
     * @param event with valid attributes, of a type and version that was subscribed to
     * @return completes when the work is done; only then is the event settled with the broker. Failing with
     *     {@link InvalidEventException} sends the event to the dead letters; with {@link DependencyUnavailableException} has it
     *     tried again until it is done, unless it never is; with anything else has it tried again as often as configured before it
     *     goes to the dead letters, unless most events of its type fail
     */
    Mono<Void> handle(CloudEvent event);

    /**
     * Checks whether the handler can read an event, without doing anything: for a dead letter that was mended and is to be sent again. A
     * handler that does not say takes every event.
     *
     * @throws InvalidEventException naming what is wrong
     */
    default void check(CloudEvent event) {}
}
