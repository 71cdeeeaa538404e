package io.dronedelivery.delivery.outbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.List;
import java.util.Set;

/**
 * The document that holds an {@link Outbox}. {@link DeliveryStore} decides which document that is.
 *
 * @param id of the document: the delivery's own id where the outbox is a member of the delivery
 * @param ownerId the delivery's owner
 * @param etag the document's version
 */
record OutboxDocument(
        String id,
        String ownerId,
        Outbox outbox,
        @JsonProperty("_etag") String etag) {

    /** @throws IllegalArgumentException naming the missing member */
    OutboxDocument {
        Outbox.require(id, "id");
        Outbox.require(ownerId, "ownerId");
        Outbox.require(outbox, "outbox");
        Outbox.require(etag, "_etag");
    }

    /** Names of the sinks that have all events already. */
    Set<String> confirmed() {
        List<String> names = outbox.confirmed();
        return names == null ? Set.of() : Set.copyOf(names);
    }

    /** @throws RuntimeException when an event cannot be read or sent */
    List<OutboundEvent> events() {
        return outbox.events().stream().map(event -> event.in(outbox)).toList();
    }
}
