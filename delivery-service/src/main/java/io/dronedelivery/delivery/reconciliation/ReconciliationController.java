package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.delivery.reconciliation.Audit.AuditReason;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Begins audits and reports their progress, for operators. */
@RestController
@Access("scope:reconciliation")
@ConditionalOnProperty("delivery.reconciliation.enabled")
class ReconciliationController {

    private static final String PATH = "/internal/reconciliation";
    private static final int MOST_LISTED = 100;

    /** Times are limited to years of four digits, because they are compared as text. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final AuditStore audits;
    private final ReconciliationProperties properties;

    ReconciliationController(AuditStore audits, ReconciliationProperties properties) {
        this.audits = audits;
        this.properties = properties;
    }

    /**
     * Begins an audit. Repeatable: while an audit of the same span has not ended, this returns that audit.
     *
     * @param from start of the span in which deliveries were requested or accepted
     * @param to end of the span, exclusive
     */
    @PostMapping(PATH)
    Mono<ResponseEntity<AuditReport>> begin(@RequestParam("from") Instant from, @RequestParam("to") Instant to) {
        if (!from.isBefore(to)) {
            throw ProblemException.invalid("from", "must be before 'to'");
        }
        if (from.isBefore(FIRST) || to.isAfter(LAST)) {
            throw ProblemException.invalid(
                    from.isBefore(FIRST) ? "from" : "to", "must be from " + FIRST + " to " + LAST);
        }
        return audits.underWay()
                .filter(audit -> audit.isAbout(from, to))
                .next()
                .switchIfEmpty(Mono.defer(() -> create(from, to)))
                .map(audit -> ResponseEntity.accepted()
                        .location(URI.create(PATH + "/" + audit.auditId()))
                        .body(AuditReport.of(audit)));
    }

    private Mono<Audit> create(Instant from, Instant to) {
        Audit audit = Audit.of(
                "a-" + UUID.randomUUID(),
                from,
                to,
                AuditReason.ASKED,
                properties.keep().toSeconds());
        return audits.create(audit).thenReturn(audit);
    }

    @GetMapping(PATH + "/{auditId}")
    Mono<AuditReport> report(@PathVariable("auditId") String auditId) {
        return audits.read(Audit.idOf(auditId))
                .map(stored -> stored.value())
                .map(AuditReport::of)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "There is no audit with the id '" + auditId + "'.")));
    }

    /** The last audits, the most recently changed first. */
    @GetMapping(PATH)
    Mono<List<AuditReport>> list() {
        return audits.all()
                .sort(Comparator.comparingLong(Audit::databaseSecond).reversed())
                .take(MOST_LISTED)
                .map(AuditReport::of)
                .collectList();
    }
}
