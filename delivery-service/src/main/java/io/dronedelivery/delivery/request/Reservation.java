package io.dronedelivery.delivery.request;

import java.time.Instant;

/**
 * What an idempotency key stands for, in a document and a partition of its own. It is created before the delivery, so that whoever
 * comes with the key again asks for the very same delivery: its id, its time, and therefore its month.
 *
 * @param id made of the key's hash; the colon keeps it apart from deliveries
 * @param ownerId the same again, since it decides the partition
 * @param type tells the document from a delivery
 * @param fingerprint of the request
 * @param deliveryId what the delivery is called
 * @param requestedAt when the first request with the key came
 * @param ttl after how many seconds the database forgets it
 */
record Reservation(
        String id, String ownerId, String type, String fingerprint, String deliveryId, Instant requestedAt, long ttl) {

    static Reservation of(
            IdempotencyKey key, String fingerprint, String deliveryId, Instant requestedAt, long ttlSeconds) {
        String id = "idempotency:" + key.hash();
        return new Reservation(id, id, "idempotency", fingerprint, deliveryId, requestedAt, ttlSeconds);
    }
}
