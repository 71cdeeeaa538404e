package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

record BrokerSink(
        String name, EventPublisher publisher, @Nullable BrokerConnections source) implements DispatchSink {

    @Override
    public Mono<Void> write(List<OutboundEvent> events) {
        return events.size() == 1 ? publisher.publish(events.get(0)) : publisher.publishAll(events);
    }

    @Override
    public BrokerConnections.@Nullable ConnectionCounts connections() {
        return source == null ? null : source.connections();
    }
}
