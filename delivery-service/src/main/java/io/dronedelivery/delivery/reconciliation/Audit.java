package io.dronedelivery.delivery.reconciliation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An audit as it is stored: its progress, and in the end its report.
 *
 * @param ownerId equal to the id, because it is the partition key
 * @param type distinguishes the document from a delivery
 * @param from start of the span of time in which deliveries were requested or accepted, by the clock of the accepting instance
 * @param to end of the span, exclusive
 * @param settledBefore only deliveries that were last changed before this second of the database's clock are compared; absent before the
 *     first page
 * @param reason why the audit began
 * @param continuation where the next page begins; absent on the first one and after the last one
 * @param pages number of pages that were asked for
 * @param deliveries number of deliveries on these pages
 * @param taken number of pages whose answers were taken, always the first ones; absent in documents of earlier releases
 * @param result the sums over these answers; absent before the first one
 * @param ttl seconds after which the database deletes it
 * @param databaseSecond time of the last change by the database's clock
 */
record Audit(
        String id,
        String ownerId,
        String type,
        Instant from,
        Instant to,
        @Nullable Long settledBefore,
        AuditReason reason,
        AuditStatus status,
        @Nullable String continuation,
        int pages,
        long deliveries,
        @Nullable Integer taken,
        @Nullable AuditSums result,
        long ttl,

        @JsonProperty(value = "_ts", access = JsonProperty.Access.WRITE_ONLY)
        long databaseSecond) {

    static final String TYPE = "audit";

    /** The colon distinguishes the id from those of deliveries. */
    private static final String PREFIX = "audit:";

    enum AuditReason {
        @JsonProperty("periodic")
        PERIODIC,
        @JsonProperty("asked")
        ASKED
    }

    enum AuditStatus {
        /** Pages are still to be asked for. */
        @JsonProperty("asking")
        ASKING,
        /** All pages were asked for. */
        @JsonProperty("answering")
        ANSWERING,
        /** All pages were answered. */
        @JsonProperty("done")
        DONE,
        /** Answers did not arrive in time, or further pages cannot be found. The next audit over the same span covers the rest. */
        @JsonProperty("incomplete")
        INCOMPLETE
    }

    static Audit of(String auditId, Instant from, Instant to, AuditReason reason, long ttlSeconds) {
        String id = idOf(auditId);
        return new Audit(id, id, TYPE, from, to, null, reason, AuditStatus.ASKING, null, 0, 0, 0, null, ttlSeconds, 0);
    }

    static String idOf(String auditId) {
        return PREFIX + auditId;
    }

    String auditId() {
        return id.substring(PREFIX.length());
    }

    boolean isAbout(Instant begin, Instant end) {
        return from.equals(begin) && to.equals(end);
    }

    boolean isUnderWay() {
        return status == AuditStatus.ASKING || status == AuditStatus.ANSWERING;
    }

    /** The time until which it compared all deliveries, once it is done: later ones were settling. */
    Instant comparedUntil() {
        Instant settled = settledBefore == null ? from : Instant.ofEpochSecond(settledBefore);
        return settled.isBefore(to) ? settled : to;
    }

    int takenPages() {
        return taken == null ? 0 : taken;
    }

    AuditSums sums() {
        return result == null ? AuditSums.NONE : result;
    }

    Audit settledBefore(long second) {
        return new Audit(
                id,
                ownerId,
                type,
                from,
                to,
                second,
                reason,
                status,
                continuation,
                pages,
                deliveries,
                taken,
                result,
                ttl,
                0);
    }

    /** The audit after one more page. */
    Audit asked(int more, @Nullable String next) {
        return changed(
                next == null ? AuditStatus.ANSWERING : AuditStatus.ASKING,
                next,
                more == 0 ? pages : pages + 1,
                deliveries + more,
                takenPages(),
                sums());
    }

    /** The audit after the answers to one more page. */
    Audit answered(AuditSums ofPage) {
        return changed(status, continuation, pages, deliveries, takenPages() + 1, sums().plus(ofPage));
    }

    Audit ended(AuditStatus end) {
        return changed(end, null, pages, deliveries, takenPages(), sums());
    }

    private Audit changed(
            AuditStatus next, @Nullable String position, int asked, long compared, int answered, AuditSums sums) {
        return new Audit(
                id,
                ownerId,
                type,
                from,
                to,
                settledBefore,
                reason,
                next,
                position,
                asked,
                compared,
                answered,
                sums,
                ttl,
                0);
    }
}
