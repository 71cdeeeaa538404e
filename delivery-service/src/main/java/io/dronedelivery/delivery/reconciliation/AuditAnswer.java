package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a service to one page, stored beside the audit. A repeated answer is stored once.
 *
 * @param ownerId the audit's id, so that its answers share a partition
 * @param missing the deliveries that the service does not have
 * @param sentAgain how many deliveries were announced once more when this answer arrived
 * @param repaired true when the missing deliveries have been announced once more, as far as possible; absent in documents of earlier
 *     releases
 */
record AuditAnswer(
        String id,
        String ownerId,
        String type,
        int page,
        Side side,
        List<AuditedDelivery> missing,
        int sentAgain,
        @Nullable Boolean repaired,
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
                0,
                null,
                ttlSeconds);
    }

    private static String idOf(String audit, int page, Side side) {
        return audit + ":" + page + ":" + side;
    }

    boolean isRepaired() {
        return Boolean.TRUE.equals(repaired) || sentAgain > 0;
    }

    String idOfOther() {
        return idOf(ownerId, page, side.other());
    }
}
