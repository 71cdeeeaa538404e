package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.delivery.lease.Lease;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.reconciliation.Audit.AuditReason;
import io.dronedelivery.delivery.reconciliation.Audit.AuditStatus;
import io.dronedelivery.messaging.audit.AuditPageAsked;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Begins audits, asks for one page after the other and ends the audits. Runs in the instance that holds the lease for it. All state is in
 * the audit's document, so another instance can continue. A repeated page is answered twice and counted once. Events carry questions and
 * answers, so that no service reads another service's store or needs a token for it.
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

    /** Does the work that is due. Does nothing in an instance without the lease. */
    Mono<Void> run() {
        return Mono.defer(this::look).repeat().takeWhile(more -> more).then();
    }

    /**
     * Begins audits that are due, and continues all audits until it is time to check again. Returns whether one of them has more pages to
     * ask for.
     */
    private Mono<Boolean> look() {
        Lease lease = leases.find(LEASE);
        return lease == null
                ? Mono.just(false)
                : audits.underWay()
                        .collectList()
                        .flatMap(underWay -> begunWhenDue(lease.databaseTime(), underWay)
                                .flux()
                                .concatWith(Flux.fromIterable(underWay))
                                .map(Audit::id)
                                .collectList())
                        .flatMap(this::goOn);
    }

    /**
     * Begins the audit of the present interval once, even if several instances try: its id names the interval. The audit waits while the
     * one before still asks for pages. Otherwise audits that take longer than the interval would pile up, and none would end.
     */
    private Mono<Audit> begunWhenDue(Instant databaseTime, List<Audit> underWay) {
        long interval = properties.interval().toSeconds();
        if (interval == 0) {
            return Mono.empty();
        }
        long due = databaseTime.getEpochSecond() / interval;
        if (due == lastBegun || underWay.stream().anyMatch(audit -> holdsBack(audit, databaseTime))) {
            return Mono.empty();
        }
        Audit audit = Audit.of(
                "p-" + interval + "-" + due,
                databaseTime.minus(properties.span()),
                databaseTime,
                AuditReason.PERIODIC,
                properties.keep().toSeconds());
        return audits.create(audit)
                .doOnNext(isNew -> lastBegun = due)
                .filter(isNew -> isNew)
                .map(isNew -> audit);
    }

    /** Whether the next audit has to wait for this one. An audit that cannot continue delays no other. */
    private boolean holdsBack(Audit audit, Instant databaseTime) {
        return audit.reason() == AuditReason.PERIODIC
                && audit.status() == AuditStatus.ASKING
                && databaseTime.getEpochSecond() - audit.databaseSecond()
                        <= properties.answerTimeout().toSeconds();
    }

    /** Continues the audits in rounds, so that a long audit does not delay others. Returns whether one has more pages to ask for. */
    private Mono<Boolean> goOn(List<String> ids) {
        long begin = System.nanoTime();
        return round(ids)
                .expand(rest -> rest.isEmpty() || isTimeToLook(begin) ? Mono.empty() : round(rest))
                .last()
                .map(rest -> !rest.isEmpty());
    }

    /** Called between rounds and not within one, so that each audit has its turn. */
    private boolean isTimeToLook(long begin) {
        return System.nanoTime() - begin >= properties.lookInterval().toNanos();
    }

    /**
     * Takes one step of each audit, one after another, because all of them share the rate. Returns the audits that have more pages to ask
     * for.
     */
    private Mono<List<String>> round(List<String> ids) {
        return Flux.fromIterable(ids).filterWhen(this::step).collectList();
    }

    private Mono<Boolean> step(String id) {
        return Mono.defer(() -> leases.holds(LEASE) ? audits.read(id) : Mono.empty())
                .flatMap(stored -> switch (stored.value().status()) {
                    case ASKING -> ask(stored);
                    case ANSWERING -> end(stored).thenReturn(false);
                    case DONE, INCOMPLETE -> Mono.just(false);
                })
                .onErrorResume(failure -> {
                    log.warn("{} cannot go on now and is tried again: {}", id, failure.toString());
                    log.debug("The reason of the warning before", failure);
                    return Mono.just(false);
                });
    }

    /** Asks for one page. Returns whether to continue at once. */
    private Mono<Boolean> ask(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        Long settled = audit.settledBefore();
        if (settled == null) {
            long now = audit.databaseSecond();
            return audits.replace(
                    audit.settledBefore(now - properties.settlingTime().toSeconds()), stored.etag());
        }
        return audits.deliveries(audit, settled, properties.pageSize())
                .onErrorResume(IllegalArgumentException.class, unknown -> giveUp(stored, unknown))
                .flatMap(page -> ask(stored, page));
    }

    private Mono<Boolean> ask(StoredDocument<Audit> stored, DocumentPage page) {
        Audit audit = stored.value();
        List<AuditedDelivery> deliveries = page.documents().stream()
                .map(document -> new AuditedDelivery(
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

    /**
     * Ends an audit whose continuation is invalid: a release with another query stored it, or the container was restored. No retry helps.
     */
    private Mono<DocumentPage> giveUp(StoredDocument<Audit> stored, Throwable reason) {
        Audit audit = stored.value();
        log.warn("The rest of the audit {} is not to be found any more: {}", audit.auditId(), reason.toString());
        return audits.answers(audit)
                .flatMap(answers -> end(stored, AuditStatus.INCOMPLETE, answers.sums()))
                .then(Mono.empty());
    }

    private Duration pauseFor(int deliveries) {
        return Duration.ofSeconds(deliveries).dividedBy(properties.rate());
    }

    /** Ends an audit when all answers have arrived and missing deliveries are announced once more, or when that takes too long. */
    private Mono<Void> end(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        return audits.answers(audit)
                .filter(answers -> isDone(audit, answers) || isLate(audit))
                .flatMap(answers -> end(
                        stored, isDone(audit, answers) ? AuditStatus.DONE : AuditStatus.INCOMPLETE, answers.sums()));
    }

    private Mono<Void> end(StoredDocument<Audit> stored, AuditStatus end, AuditSums sums) {
        Audit audit = stored.value();
        return audits.replace(audit.ended(end, sums), stored.etag())
                .doOnNext(isMine -> {
                    if (isMine) {
                        tell(audit, end, sums);
                    }
                })
                .then();
    }

    private static boolean isDone(Audit audit, ReceivedAuditAnswers answers) {
        return answers.sums().answers() >= audit.pages() * Side.values().length && answers.isRepaired();
    }

    private boolean isLate(Audit audit) {
        Lease lease = leases.find(LEASE);
        return lease != null
                && lease.databaseTime().getEpochSecond() - audit.databaseSecond()
                        > properties.answerTimeout().toSeconds();
    }

    private static void tell(Audit audit, AuditStatus end, AuditSums sums) {
        String line =
                "Audit {} of {} to {} is {}: {} deliveries, {} without flight, {} without invoice line, {} announced again";
        Object[] values = {
            audit.auditId(),
            audit.from(),
            audit.to(),
            end == AuditStatus.DONE ? "done" : "incomplete",
            audit.deliveries(),
            sums.withoutFlight(),
            sums.withoutLine(),
            sums.sentAgain()
        };
        if (end == AuditStatus.DONE && sums.isNothingMissing()) {
            log.info(line, values);
        } else {
            log.warn(line, values);
        }
    }
}
