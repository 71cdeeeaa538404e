package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * Publishes through the SDK's senders. The binder's own producer is not used: it reports failures on a separate channel, and it opens a
 * connection for each destination.
 */
final class ServiceBusEventPublisher implements EventPublisher, BrokerConnections {

    private final ServiceBusProperties settings;
    private final SenderPool pool;
    private final Lanes lanes;
    /** The queues of each channel, by lane number. */
    private final Map<String, LaneQueue[]> queues = new ConcurrentHashMap<>();

    private final AtomicInteger underWay = new AtomicInteger();

    ServiceBusEventPublisher(ServiceBusProperties settings, SenderPool pool) {
        this.settings = settings;
        this.pool = pool;
        this.lanes = new Lanes(settings.lanes());
    }

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        return isOneByOne() ? alone(event) : inBatches(List.of(event));
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        return isOneByOne() ? oneByOne(events) : inBatches(events);
    }

    private boolean isOneByOne() {
        return settings.send().batchMessages() == 1;
    }

    private Mono<Void> alone(OutboundEvent event) {
        return pool.send(
                event.channel(), () -> List.of(CloudEventMessages.write(event.event(), lanes.of(event.key()))));
    }

    private Mono<Void> oneByOne(List<OutboundEvent> events) {
        return Flux.fromIterable(events)
                .groupBy(this::lane, Math.max(1, events.size()))
                .flatMap(lane -> lane.concatMap(this::publish), Math.max(1, events.size()))
                .then();
    }

    private Mono<Void> inBatches(List<OutboundEvent> events) {
        // One class instead of operators, because each published event needs one.
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super Void> caller) {
                offer(events, caller);
            }
        };
    }

    private void offer(List<OutboundEvent> events, CoreSubscriber<? super Void> caller) {
        int limit = settings.connections().maxWaiting();
        int count = events.size();
        if (underWay.addAndGet(count) > limit) {
            underWay.addAndGet(-count);
            String why = limit + " events are under way already";
            Operators.error(
                    caller, new BrokerUnavailableException("Service Bus: " + why, new RejectedExecutionException(why)));
        } else if (count == 0) {
            Operators.complete(caller);
        } else {
            queue(events, caller);
        }
    }

    private void queue(List<OutboundEvent> events, CoreSubscriber<? super Void> caller) {
        Publication publication = new Publication(events, caller, underWay);
        caller.onSubscribe(publication);
        for (int i = 0; i < events.size(); i++) {
            lane(events.get(i)).offer(publication.event(i));
        }
    }

    private LaneQueue lane(OutboundEvent event) {
        LaneQueue[] ofChannel = queues.get(event.channel());
        if (ofChannel == null) {
            ofChannel = queues.computeIfAbsent(event.channel(), this::newQueues);
        }
        return ofChannel[lanes.indexOf(event.key())];
    }

    private LaneQueue[] newQueues(String channel) {
        return lanes.names()
                .map(session -> new LaneQueue(channel, session, pool, settings.send()))
                .toArray(LaneQueue[]::new);
    }

    @Override
    public ConnectionCounts connections() {
        return pool.connections();
    }
}
