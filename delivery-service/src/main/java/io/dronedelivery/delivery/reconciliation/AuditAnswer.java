package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a service to one page, stored beside the audit. A repeated answer is stored once.
 *
 * @param ownerId the audit's id, so that its answers share a partition
 * @param missing the deliveries that the service does not have
 * @param handledUntil how far the service's consumer was; null when no event waited there
 */
record AuditAnswer(
        String id,
        String ownerId,
        String type,
        int page,
        Side side,
        List<AuditedDelivery> missing,
        @Nullable Instant handledUntil,
        long ttl) {

    static final String TYPE = "audit-answer";

    static AuditAnswer of(AuditPageAnswered answered, Side side, long ttlSeconds) {
        String audit = Audit.idOf(answered.auditId());
        return new AuditAnswer(
                idOf(audit, answered.page(), side),
                audit,
                TYPE,
                answered.page(),
                side,
                answered.missing(),
                answered.handledUntil(),
                ttlSeconds);
    }

    static String idOf(String audit, int page, Side side) {
        return audit + ":" + page + ":" + side;
    }
}
