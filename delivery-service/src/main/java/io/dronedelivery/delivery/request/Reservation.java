package io.dronedelivery.delivery.request;

import java.time.Instant;

/**
 * Binds an idempotency key to a delivery, in a document and a partition of its own. It is created before the delivery, so that a
 * repeated request gets the same delivery: the same id, time, and therefore month.
 *
 * @param id made of the hash of owner and key, so that an owner's keys are nobody else's; the colon keeps it apart from deliveries
 * @param ownerId equal to the id, because it is the partition key
 * @param type tells the document from a delivery
 * @param fingerprint of the request
 * @param deliveryId what the delivery is called
 * @param requestedAt when the first request with the key came
 * @param ttl seconds after which the database deletes it
 */
record Reservation(
        String id, String ownerId, String type, String fingerprint, String deliveryId, Instant requestedAt, long ttl) {

    static Reservation of(
            IdempotencyKey key,
            String owner,
            String fingerprint,
            String deliveryId,
            Instant requestedAt,
            long ttlSeconds) {
        String id = "idempotency:" + key.hash(owner);
        return new Reservation(id, id, "idempotency", fingerprint, deliveryId, requestedAt, ttlSeconds);
    }
}
