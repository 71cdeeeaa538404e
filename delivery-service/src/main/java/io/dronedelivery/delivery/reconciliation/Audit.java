package io.dronedelivery.delivery.reconciliation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An audit as it is stored: how far it is, and in the end its report.
 *
 * @param id of the document
 * @param ownerId equal to the id, because it is the partition key
 * @param type tells the document from a delivery
 * @param from deliveries that were asked for, or accepted, at this time or later, by the clock of whoever accepted them
 * @param to and before this one
 * @param settledBefore and that were changed last before this second of the database's clock; absent before the first page
 * @param reason what it began for
 * @param status how far it is
 * @param continuation where the next page begins; absent on the first one and after the last one
 * @param pages how many pages were asked for
 * @param deliveries how many deliveries are on them
 * @param result absent until it has ended
 * @param ttl seconds after which the database deletes it
 * @param databaseSecond when it was last changed, by the database's clock
 */
record Audit(
        String id,
        String ownerId,
        String type,
        Instant from,
        Instant to,
        @Nullable Long settledBefore,
        Reason reason,
        Status status,
        @Nullable String continuation,
        int pages,
        long deliveries,
        @Nullable AuditSums result,
        long ttl,

        @JsonProperty(value = "_ts", access = JsonProperty.Access.WRITE_ONLY)
        long databaseSecond) {

    static final String TYPE = "audit";

    /** A colon keeps it apart from deliveries. */
    private static final String PREFIX = "audit:";

    enum Reason {
        @JsonProperty("periodic")
        PERIODIC,
        @JsonProperty("asked")
        ASKED
    }

    enum Status {
        /** Pages are still to be asked for. */
        @JsonProperty("asking")
        ASKING,
        /** All pages were asked for. */
        @JsonProperty("answering")
        ANSWERING,
        /** All pages were answered. */
        @JsonProperty("done")
        DONE,
        /** Answers did not come in time, or further pages are not found; what they would have told, the next audit over the same span tells. */
        @JsonProperty("incomplete")
        INCOMPLETE
    }

    static Audit of(String auditId, Instant from, Instant to, Reason reason, long ttlSeconds) {
        String id = idOf(auditId);
        return new Audit(id, id, TYPE, from, to, null, reason, Status.ASKING, null, 0, 0, null, ttlSeconds, 0);
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

    Audit settledBefore(long second) {
        return new Audit(
                id, ownerId, type, from, to, second, reason, status, continuation, pages, deliveries, result, ttl, 0);
    }

    /** After one page more. */
    Audit asked(int more, @Nullable String next) {
        return new Audit(
                id,
                ownerId,
                type,
                from,
                to,
                settledBefore,
                reason,
                next == null ? Status.ANSWERING : Status.ASKING,
                next,
                more == 0 ? pages : pages + 1,
                deliveries + more,
                null,
                ttl,
                0);
    }

    Audit ended(Status end, AuditSums sums) {
        return new Audit(
                id, ownerId, type, from, to, settledBefore, reason, end, null, pages, deliveries, sums, ttl, 0);
    }
}
