package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Room in the dispatcher's queue that is reserved for one caller until it is used or closed. Safe for use by several threads. */
public interface Admission extends AutoCloseable {

    /**
     * Sends events with the room reserved. Those of one channel and key that follow each other in the list are sent in that order.
     *
     * @param events as many as there is room for, or fewer
     * @return queues the events when it is subscribed to, once. Completes when every sink has every event; fails, when all of them
     *     have ended, with what the first failed with after its last attempt. The work goes on when the subscriber goes away. Fails
     *     with {@link IllegalStateException} when there are more events than room
     */
    Mono<Void> dispatch(List<OutboundEvent> events);

    /**
     * As {@link #dispatch(List)}, but only to the sinks that lack the events, and with an answer that says who has them.
     *
     * @param had names of the sinks that have all of the events from an earlier time
     * @return who has them when all sinks have ended; those that had them are among them. Does not fail because of a sink
     */
    Mono<Confirmation> dispatch(List<OutboundEvent> events, Set<String> had);

    /**
     * As {@link #dispatch}, at once and without anybody who waits: a failure shows in the status only.
     *
     * @throws IllegalStateException when there are more events than room
     */
    void enqueue(List<OutboundEvent> events);

    /** Gives back the room that was not used. */
    @Override
    void close();
}
