package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Room in the dispatcher's queue that is reserved for one caller until it is used or closed. Any thread may call it. */
public interface Admission extends AutoCloseable {

    /**
     * Sends events in the reserved room. Events of one channel and key that follow each other in the list are sent in that order.
     *
     * @param events as many as there is room for, or fewer
     * @return queues the events at its only subscription. Completes when every sink has every event. Otherwise it fails when all events
     *     have ended, with the failure of the first message that was given up. A cancelled subscription does not stop the work. Fails with
     *     {@link IllegalStateException} when there are more events than room
     */
    Mono<Void> dispatch(List<OutboundEvent> events);

    /**
     * Sends events like {@link #dispatch(List)}, but only to the sinks that lack them, and returns the sinks that have them.
     *
     * @param had names of the sinks that have all of the events from an earlier call
     * @return the sinks that have all events when all sinks have ended, with those in {@code had}. Does not fail because of a sink
     */
    Mono<Confirmation> dispatch(List<OutboundEvent> events, Set<String> had);

    /**
     * Sends events like {@link #dispatch(List)}, but at once and without a subscriber. A failure is visible only in the status.
     *
     * @throws IllegalStateException when there are more events than room
     */
    void enqueue(List<OutboundEvent> events);

    /** Releases the room that was not used. */
    @Override
    void close();
}
