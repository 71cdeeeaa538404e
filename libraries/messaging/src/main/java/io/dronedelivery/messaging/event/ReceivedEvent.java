package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import reactor.core.publisher.Mono;

/** A message of the broker, as its adapter gives it to {@link EventProcessor}. Called by one thread at a time. */
@FunctionalInterface
public interface ReceivedEvent {

    /**
     * Makes an event of the message.
     *
     * @throws RuntimeException which becomes the dead letter's reason and description, see {@link WireAttributes}
     */
    CloudEvent read();

    /** Whether the event may stay with this consumer and be tried again; not when it takes nothing more. */
    default boolean mayStay() {
        return true;
    }

    /**
     * A call of the handler, when it may be made: an adapter that bounds how many are made at the same time has it wait here. The pauses
     * between calls are not part of it.
     *
     * @return as {@code call}, or {@link Outcome.Unfinished} when the message was given up meanwhile
     */
    default Mono<Outcome> inTurn(Mono<Outcome> call) {
        return call;
    }

    /** How often the broker has delivered the message before without its being settled, as far as it knows. */
    default int earlierDeliveries() {
        return 0;
    }

    /** What is known of failures of earlier deliveries. */
    default RetryState retryState() {
        return RetryState.NONE;
    }

    /** A call has failed. A broker that can remember this for the next delivery should. */
    default void retryStateChanged(RetryState retryState) {}
}
