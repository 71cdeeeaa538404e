package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A destination that every dispatched event is written to. */
public interface DispatchSink {

    /** The name of the sink in the status, in meters and in messages, such as {@code servicebus}. */
    String name();

    /**
     * @param events one or more; events of one key are in their order
     * @return completes when all of them are stored. After a failure the same events may be written again
     */
    Mono<Void> write(List<OutboundEvent> events);

    /** The connections that it writes through, or null when they are unknown. */
    default BrokerConnections.@Nullable ConnectionCounts connections() {
        return null;
    }

    /** Closes the resources of this sink alone, without waiting. */
    default void close() {}

    /**
     * The broker as a sink. Its publisher stays open when the dispatcher closes, because others may use it too.
     *
     * @param connections reports the publisher's connections, or null when they are unknown
     */
    static DispatchSink broker(String name, EventPublisher publisher, @Nullable BrokerConnections connections) {
        return new BrokerSink(name, publisher, connections);
    }
}
