package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.background.BackgroundWork;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Sends the events of an outbox, then empties it. A process that dies in between leaves the outbox, and a later sweep sends its events
 * again: each event is sent at least once.
 */
@Component
public final class OutboxSender implements Drainable {

    private final BoundedDispatcher dispatcher;
    private final DocumentContainer deliveries;
    private final BackgroundWork background = new BackgroundWork("Sending the events of a delivery");
    private final Set<String> underway = ConcurrentHashMap.newKeySet();

    OutboxSender(BoundedDispatcher dispatcher, DocumentContainer deliveries) {
        this.dispatcher = dispatcher;
        this.deliveries = deliveries;
    }

    /**
     * Reserves room for so many events.
     *
     * @throws RuntimeException as {@link BoundedDispatcher#admit} does
     */
    public Admission admit(int events) {
        return dispatcher.admit(events);
    }

    /** Sends the events in the background, with the room reserved. */
    public void sendInBackground(OutboxDocument document, Admission admission) {
        background.run(send(document, admission));
    }

    /**
     * Sends the events and empties the outbox. Does nothing when they are being sent already.
     *
     * @param admission used immediately; not used when the events are already being sent
     */
    Mono<Void> send(OutboxDocument document, Admission admission) {
        Outbox outbox = document.outbox();
        List<OutboundEvent> events =
                outbox.events().stream().map(event -> event.in(outbox)).toList();
        return Mono.defer(() -> underway.add(outbox.deliveryId())
                ? admission
                        .dispatch(events)
                        .then(empty(document))
                        .doFinally(end -> underway.remove(outbox.deliveryId()))
                        .then()
                : Mono.empty());
    }

    private Mono<Boolean> empty(OutboxDocument document) {
        return Mono.defer(() -> deliveries.keepsOwnersTogether()
                ? deliveries.delete(document.ownerId(), document.id())
                : deliveries.set(document.ownerId(), document.id(), Map.of("outbox", Outbox.SENT)));
    }

    boolean isUnderway(OutboxDocument document) {
        return underway.contains(document.outbox().deliveryId());
    }

    @Override
    public String name() {
        return "outbox";
    }

    /** A drain must not end while an outbox is still to be emptied: that happens after the dispatcher has sent its events. */
    @Override
    public int order() {
        return SENDING + 1;
    }

    /** Nothing to do: new events come in through the dispatcher, which refuses them during a drain. */
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
