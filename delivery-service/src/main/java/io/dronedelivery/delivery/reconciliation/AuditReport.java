package io.dronedelivery.delivery.reconciliation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an audit, or its result.
 *
 * @param pages number of pages that were asked for
 * @param answers number of answers that were taken, two for each page
 * @param deliveries number of compared deliveries
 * @param sentAgain number of deliveries that were announced once more
 * @param examples some of the deliveries with a missing flight or line
 * @param waiting number of deliveries without a flight or line whose events are still on their way
 * @param givenUp number of deliveries that announcing again does not repair
 * @param notRepaired at most a hundred of these
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
        List<String> examples,
        @Nullable Long waiting,
        @Nullable Long givenUp,
        @Nullable List<String> notRepaired) {

    static AuditReport of(Audit audit) {
        AuditSums sums = audit.sums();
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
                sums.examples(),
                sums.waiting(),
                sums.givenUp(),
                sums.notRepaired());
    }
}
