package io.dronedelivery.delivery.request;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Binds an idempotency key to a delivery, in a separate document and partition. It is created before the delivery, so that a repeated
 * request gets the same delivery: the same id, tariff and time, and therefore month.
 *
 * @param id made of the hash of owner and key, so that owners do not share keys; the colon distinguishes it from deliveries
 * @param ownerId equal to the id, because it is the partition key
 * @param type distinguishes the document from a delivery
 * @param requestedAt time of the first request with the key
 * @param tariffVersion the tariff of that time; null in documents of earlier releases
 * @param ttl seconds after which the database deletes it
 */
record Reservation(
        String id,
        String ownerId,
        String type,
        String fingerprint,
        String deliveryId,
        Instant requestedAt,
        @Nullable Integer tariffVersion,
        long ttl) {

    static Reservation of(
            IdempotencyKey key,
            String owner,
            String fingerprint,
            String deliveryId,
            Instant requestedAt,
            int tariffVersion,
            long ttlSeconds) {
        String id = "idempotency:" + key.hash(owner);
        return new Reservation(id, id, "idempotency", fingerprint, deliveryId, requestedAt, tariffVersion, ttlSeconds);
    }
}
