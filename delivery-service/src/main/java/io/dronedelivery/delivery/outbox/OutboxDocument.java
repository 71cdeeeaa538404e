package io.dronedelivery.delivery.outbox;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Set;

/**
 * The document that an {@link Outbox} is in. {@link DeliveryStore} decides which one that is.
 *
 * @param id of the document: the delivery's own where the outbox is a member of the delivery
 * @param ownerId whose delivery it is
 * @param outbox the events
 */
record OutboxDocument(String id, String ownerId, Outbox outbox) {

    /** @throws IllegalArgumentException naming what is missing */
    OutboxDocument {
        Outbox.require(id, "id");
        Outbox.require(ownerId, "ownerId");
        Outbox.require(outbox, "outbox");
    }

    /** Names of the sinks that have all events already. */
    Set<String> confirmed() {
        List<String> names = outbox.confirmed();
        return names == null ? Set.of() : Set.copyOf(names);
    }

    /** @throws RuntimeException when they are no events that could be sent */
    List<OutboundEvent> events() {
        return outbox.events().stream().map(event -> event.in(outbox)).toList();
    }
}
