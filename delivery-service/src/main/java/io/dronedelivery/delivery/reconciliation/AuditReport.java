package io.dronedelivery.delivery.reconciliation;

import java.time.Instant;
import java.util.List;

/**
 * How far an audit is, or what it found.
 *
 * @param pages how many were asked for
 * @param answers how many came, two for each page
 * @param deliveries how many were compared
 * @param sentAgain how many were announced once more
 * @param examples some of those that something is missing of
 */
record AuditReport(
        String id,
        Instant from,
        Instant to,
        Audit.Reason reason,
        Audit.Status status,
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
