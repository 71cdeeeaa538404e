package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import reactor.core.publisher.Mono;

/** A message of the broker, as its adapter passes it to {@link EventProcessor}. Called by one thread at a time. */
@FunctionalInterface
public interface ReceivedEvent {

    /**
     * Makes an event of the message.
     *
     * @throws RuntimeException which becomes the dead letter's reason and description, see {@link WireAttributes}
     */
    CloudEvent read();

    /** Whether the event may stay with this consumer and be tried again. False when the consumer takes no more events. */
    default boolean mayStay() {
        return true;
    }

    /**
     * Makes a call of the handler when it is allowed. An adapter that limits concurrent calls makes it wait here. The pauses between calls
     * are not part of it.
     *
     * @return as {@code call}, or {@link Outcome.Unfinished} when the message was given up meanwhile
     */
    default Mono<Outcome> inTurn(Mono<Outcome> call) {
        return call;
    }

    /** How often the broker delivered the message before without a settlement, as far as the broker reports it. */
    default int earlierDeliveries() {
        return 0;
    }

    /** The known failures of earlier deliveries. */
    default RetryState retryState() {
        return RetryState.NONE;
    }

    /** A call has failed. A broker that can store this for the next delivery should store it. */
    default void retryStateChanged(RetryState retryState) {}
}
