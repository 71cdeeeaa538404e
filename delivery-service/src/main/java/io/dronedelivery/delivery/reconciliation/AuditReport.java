package io.dronedelivery.delivery.reconciliation;

import java.time.Instant;
import java.util.List;

/**
 * The progress of an audit, or its result.
 *
 * @param pages number of pages that were asked for
 * @param answers number of answers that arrived, two for each page
 * @param deliveries number of compared deliveries
 * @param sentAgain number of deliveries that were announced once more
 * @param examples some of the deliveries with a missing flight or line
 */
record AuditReport(
        String id,
        Instant from,
        Instant to,
        Audit.AuditReason reason,
        Audit.AuditStatus status,
        int pages,
        int answers,
        long deliveries,
        long withoutFlight,
        long withoutLine,
        long sentAgain,
        List<String> examples) {

    static AuditReport of(Audit audit, AuditSums sums) {
        return new AuditReport(
                audit.auditId(),
                audit.from(),
                audit.to(),
                audit.reason(),
                audit.status(),
                audit.pages(),
                sums.answers(),
                audit.deliveries(),
                sums.withoutFlight(),
                sums.withoutLine(),
                sums.sentAgain(),
                sums.examples());
    }
}
