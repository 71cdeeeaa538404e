package io.dronedelivery.delivery.outbox;

/**
 * The document that an {@link Outbox} is in.
 *
 * @param id of the document: the delivery's own where the outbox is a member of the delivery
 * @param ownerId whose delivery it is
 * @param type tells the document from a delivery
 * @param outbox the events
 */
public record OutboxDocument(String id, String ownerId, String type, Outbox outbox) {

    /** A colon keeps it apart from deliveries, whose ids have none. */
    private static final String PREFIX = "outbox:";

    /** The document beside its delivery's. */
    public static OutboxDocument of(String ownerId, Outbox outbox) {
        return new OutboxDocument(PREFIX + outbox.deliveryId(), ownerId, "outbox", outbox);
    }

    /** The outbox as a member of its delivery's document. */
    public static OutboxDocument within(String ownerId, Outbox outbox) {
        return new OutboxDocument(outbox.deliveryId(), ownerId, "delivery", outbox);
    }
}
