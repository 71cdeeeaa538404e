package io.dronedelivery.drone.assignment;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** A broker that remembers what it got, and that can be away. */
final class PublishedEvents implements EventPublisher {

    private final Queue<OutboundEvent> published = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        return Mono.defer(() -> {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return Mono.error(new BrokerUnavailableException("away", new IllegalStateException("test")));
            }
            published.add(event);
            return Mono.empty();
        });
    }

    void refuse(int times) {
        refusals.set(times);
    }

    List<CloudEvent> of(String deliveryId) {
        return published.stream()
                .filter(event -> event.key().equals(deliveryId))
                .map(OutboundEvent::event)
                .toList();
    }
}
