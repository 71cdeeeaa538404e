package io.dronedelivery.delivery.outbox;

import io.dronedelivery.delivery.lease.RunningInstances;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.Confirmation;
import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.background.BackgroundWork;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Sends the events of an outbox, then empties it. A process that dies in between leaves the outbox, and the relay sends its events again.
 * So each event is sent at least once.
 */
@Component
public final class OutboxSender implements Drainable {

    private final BoundedDispatcher dispatcher;
    private final DeliveryStore deliveries;
    private final RunningInstances instances;
    private final BackgroundWork background = new BackgroundWork("Sending the events of a delivery");
    private final Set<String> underway = ConcurrentHashMap.newKeySet();

    OutboxSender(BoundedDispatcher dispatcher, DeliveryStore deliveries, RunningInstances instances) {
        this.dispatcher = dispatcher;
        this.deliveries = deliveries;
        this.instances = instances;
    }

    /**
     * Reserves room for events.
     *
     * @throws RuntimeException as {@link BoundedDispatcher#admit} does
     */
    public Admission admit(int events) {
        return dispatcher.admit(events);
    }

    /**
     * Stores a delivery with its events like {@link DeliveryStore#accept}. Then this instance sends the events, in the background and with
     * the reserved room.
     *
     * @return whether it was stored; false when the delivery exists already
     */
    public Mono<Boolean> accept(Object delivery, String ownerId, Outbox events, Admission admission) {
        Outbox ours = events.sentBy(instances.self());
        return deliveries
                .accept(delivery, ownerId, ours)
                .doOnNext(etag -> background.run(send(deliveries.documentOf(ownerId, ours, etag), admission)))
                .hasElement();
    }

    /**
     * Sends the events and empties the outbox. Does nothing when they are already being sent.
     *
     * @param admission used immediately; not used when the events are already being sent
     */
    Mono<Void> send(OutboxDocument document, Admission admission) {
        List<OutboundEvent> events = document.events();
        String deliveryId = document.outbox().deliveryId();
        return Mono.defer(() -> underway.add(deliveryId)
                ? admission
                        .dispatch(events, document.confirmed())
                        .flatMap(end -> emptyOrRemember(document, end))
                        .doFinally(end -> underway.remove(deliveryId))
                : Mono.empty());
    }

    /** Empties the outbox when all sinks have the events. Otherwise leaves it to the relay, with the names of the sinks that have them. */
    private Mono<Void> emptyOrRemember(OutboxDocument document, Confirmation end) {
        Throwable failure = end.failure();
        if (failure == null) {
            return deliveries.empty(document).then();
        }
        Mono<Boolean> remembered =
                document.outbox().instance() == null && document.confirmed().containsAll(end.sinks())
                        ? Mono.just(true)
                        : deliveries.confirm(document, end.sinks());
        return remembered.then(Mono.error(failure));
    }

    boolean isUnderway(OutboxDocument document) {
        return underway.contains(document.outbox().deliveryId());
    }

    @Override
    public String name() {
        return "outbox";
    }

    /** After the dispatcher: an outbox is emptied only after the dispatcher has sent its events, and a drain must wait for that. */
    @Override
    public int order() {
        return SENDING + 1;
    }

    /** Does nothing: new events come in through the dispatcher, which refuses them during a drain. */
    @Override
    public void disable() {}

    @Override
    public Mono<Void> drained() {
        return background.idle();
    }

    @Override
    public Mono<Void> shutDown() {
        return Mono.empty();
    }
}
