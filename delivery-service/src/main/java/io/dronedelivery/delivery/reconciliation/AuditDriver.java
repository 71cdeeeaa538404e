package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.delivery.lease.Lease;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.reconciliation.Audit.Reason;
import io.dronedelivery.delivery.reconciliation.Audit.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Begins audits, asks for one page after the other and ends them, in the instance that has the lease for it. All that it knows is in the
 * audit's document, so another instance goes on where it was. A page that is asked for twice is answered twice and counted once.
 */
final class AuditDriver {

    static final String LEASE = "reconciliation";

    private static final Logger log = LoggerFactory.getLogger(AuditDriver.class);

    private final AuditStore audits;
    private final AuditQuestions questions;
    private final Leases leases;
    private final ReconciliationProperties properties;
    private volatile long lastBegun = -1;

    AuditDriver(AuditStore audits, AuditQuestions questions, Leases leases, ReconciliationProperties properties) {
        this.audits = audits;
        this.questions = questions;
        this.leases = leases;
        this.properties = properties;
    }

    /** Does what is to be done now; nothing in an instance without the lease. */
    Mono<Void> run() {
        return Mono.defer(() -> {
            Lease lease = leases.find(LEASE);
            return lease == null
                    ? Mono.empty()
                    : beginWhenDue(lease.databaseTime())
                            .thenMany(audits.underWay())
                            .concatMapDelayError(this::goOn)
                            .then();
        });
    }

    /** The audit of this hour, if the interval is one, is begun once, whoever asks for it: its id says which hour it is. */
    private Mono<Void> beginWhenDue(Instant databaseTime) {
        long interval = properties.interval().toSeconds();
        if (interval == 0) {
            return Mono.empty();
        }
        long due = databaseTime.getEpochSecond() / interval;
        if (due == lastBegun) {
            return Mono.empty();
        }
        return audits.create(Audit.of(
                        "p-" + interval + "-" + due,
                        databaseTime.minus(properties.span()),
                        databaseTime,
                        Reason.PERIODIC,
                        properties.keep().toSeconds()))
                .doOnNext(isNew -> lastBegun = due)
                .then();
    }

    private Mono<Void> goOn(String id) {
        return Mono.defer(() -> audits.read(id))
                .flatMap(stored -> switch (stored.value().status()) {
                    case ASKING -> ask(stored);
                    case ANSWERING -> end(stored).thenReturn(false);
                    case DONE, INCOMPLETE -> Mono.just(false);
                })
                .repeat()
                .takeWhile(more -> more && leases.holds(LEASE))
                .then();
    }

    /** Asks for one page; whether it is to be gone on at once. */
    private Mono<Boolean> ask(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        Long settled = audit.settledBefore();
        if (settled == null) {
            long now = audit.databaseSecond();
            return audits.replace(
                    audit.settledBefore(now - properties.settlingTime().toSeconds()), stored.etag());
        }
        return audits.deliveries(audit, settled, properties.pageSize()).flatMap(page -> ask(stored, page));
    }

    private Mono<Boolean> ask(StoredDocument<Audit> stored, DocumentPage page) {
        Audit audit = stored.value();
        List<Accepted> deliveries = page.documents().stream()
                .map(document -> new Accepted(
                        document.path("id").asString(""),
                        document.path("ownerId").asString("")))
                .toList();
        Mono<Void> asked = deliveries.isEmpty()
                ? Mono.empty()
                : questions.publish(new AuditPageAsked(audit.auditId(), audit.pages() + 1, deliveries));
        return asked.then(Mono.defer(
                        () -> audits.replace(audit.asked(deliveries.size(), page.continuation()), stored.etag())))
                .delayElement(pauseFor(deliveries.size()));
    }

    private Duration pauseFor(int deliveries) {
        return Duration.ofSeconds(deliveries).dividedBy(properties.rate());
    }

    /** Ends an audit when all answers are there, or have not come for too long. */
    private Mono<Void> end(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        return audits.sums(audit)
                .filter(sums -> isAnswered(audit, sums) || isLate(audit))
                .flatMap(sums -> {
                    Status end = isAnswered(audit, sums) ? Status.DONE : Status.INCOMPLETE;
                    return audits.replace(audit.ended(end, sums), stored.etag()).doOnNext(isMine -> {
                        if (isMine) {
                            tell(audit, end, sums);
                        }
                    });
                })
                .then();
    }

    private static boolean isAnswered(Audit audit, AuditSums sums) {
        return sums.answers() >= audit.pages() * Side.values().length;
    }

    private boolean isLate(Audit audit) {
        Lease lease = leases.find(LEASE);
        return lease != null
                && lease.databaseTime().getEpochSecond() - audit.databaseSecond()
                        > properties.answerTimeout().toSeconds();
    }

    private static void tell(Audit audit, Status end, AuditSums sums) {
        String line =
                "Audit {} of {} to {} is {}: {} deliveries, {} without flight, {} without invoice line, {} announced again";
        Object[] values = {
            audit.auditId(),
            audit.from(),
            audit.to(),
            end == Status.DONE ? "done" : "incomplete",
            audit.deliveries(),
            sums.withoutFlight(),
            sums.withoutLine(),
            sums.sentAgain()
        };
        if (end == Status.DONE && sums.isNothingMissing()) {
            log.info(line, values);
        } else {
            log.warn(line, values);
        }
    }
}
