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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Begins audits, asks for one page after the other, takes the answers in the same order and ends the audits. Runs in the instance that holds the lease for it. All state is in
 * the audit's document, so another instance can continue. A repeated page is answered twice and counted once. Events carry questions and
 * answers, so that no service reads another service's store or needs a token for it.
 */
final class AuditDriver {

    static final String LEASE = "reconciliation";

    private static final Logger log = LoggerFactory.getLogger(AuditDriver.class);

    /** Pages of an audit that wait for answers. More would only wait at a service that does not answer. */
    private static final int MOST_UNANSWERED = 50;

    private final AuditStore audits;
    private final AuditQuestions questions;
    private final AuditRepair repair;
    private final Leases leases;
    private final ReconciliationProperties properties;
    private volatile long lastBegun = -1;
    private volatile @Nullable Instant mark;

    AuditDriver(
            AuditStore audits,
            AuditQuestions questions,
            AuditRepair repair,
            Leases leases,
            ReconciliationProperties properties) {
        this.audits = audits;
        this.questions = questions;
        this.repair = repair;
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
     * Begins the audit of the present interval once, even if several instances try: its id names the interval. The audit waits until
     * the one before has ended. Otherwise audits that take longer than the interval would pile up, and so would their questions.
     */
    private Mono<Audit> begunWhenDue(Instant databaseTime, List<Audit> underWay) {
        long interval = properties.interval().toSeconds();
        if (interval == 0) {
            return Mono.empty();
        }
        long due = databaseTime.getEpochSecond() / interval;
        return audits.mark(databaseTime)
                .map(stored -> stored.value().until())
                .doOnNext(until -> mark = until)
                .filter(until ->
                        due != lastBegun && underWay.stream().noneMatch(audit -> holdsBack(audit, databaseTime)))
                .flatMap(until -> begun("p-" + interval + "-" + due, until, databaseTime)
                        .doOnSuccess(begunNowOrBefore -> lastBegun = due));
    }

    /** Begins an audit from the mark on, so that there is no time that no audit covers. */
    private Mono<Audit> begun(String id, Instant until, Instant databaseTime) {
        Audit audit = Audit.of(
                id,
                until.minus(properties.span()),
                databaseTime,
                AuditReason.PERIODIC,
                properties.keep().toSeconds());
        return audits.create(audit).filter(isNew -> isNew).map(isNew -> audit);
    }

    /** Seconds from the mark of the periodic audits to the present; 0 in an instance without the lease. */
    double secondsBehind() {
        Lease lease = leases.find(LEASE);
        Instant known = mark;
        return lease == null || known == null
                ? 0
                : Math.max(0, Duration.between(known, lease.databaseTime()).toMillis() / 1000.0);
    }

    /** Whether the next audit has to wait for this one. An audit that cannot continue delays no other. */
    private boolean holdsBack(Audit audit, Instant databaseTime) {
        return audit.reason() == AuditReason.PERIODIC
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
                .filter(stored -> stored.value().isUnderWay())
                .flatMap(stored -> take(stored).switchIfEmpty(Mono.defer(() -> goOn(stored))))
                .onErrorResume(failure -> {
                    log.warn("{} cannot go on now and is tried again: {}", id, failure.toString());
                    log.debug("The reason of the warning before", failure);
                    return Mono.just(false);
                });
    }

    /** Takes the answers to the next page, if both have arrived. They are read page by page, so an audit may be of any length. */
    private Mono<Boolean> take(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        int page = audit.takenPages() + 1;
        Lease lease = leases.find(LEASE);
        return page > audit.pages() || lease == null
                ? Mono.empty()
                : Mono.zip(audits.answer(audit, page, Side.FLIGHT), audits.answer(audit, page, Side.LINE))
                        .flatMap(both -> repair.repair(audit, lease.databaseTime(), both.getT1(), both.getT2()))
                        .flatMap(sums -> audits.replace(audit.answered(sums), stored.etag()));
    }

    private Mono<Boolean> goOn(StoredDocument<Audit> stored) {
        Audit audit = stored.value();
        int unanswered = audit.pages() - audit.takenPages();
        if (audit.status() == AuditStatus.ASKING && unanswered < MOST_UNANSWERED) {
            return ask(stored);
        }
        if (unanswered == 0) {
            return end(stored, AuditStatus.DONE).thenReturn(false);
        }
        return isLate(audit) ? end(stored, AuditStatus.INCOMPLETE).thenReturn(false) : Mono.just(false);
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
        return end(stored, AuditStatus.INCOMPLETE).then(Mono.empty());
    }

    private Duration pauseFor(int deliveries) {
        return Duration.ofSeconds(deliveries).dividedBy(properties.rate());
    }

    private Mono<Void> end(StoredDocument<Audit> stored, AuditStatus end) {
        Audit audit = stored.value();
        return audits.replace(audit.ended(end), stored.etag())
                .filter(isMine -> isMine)
                .doOnNext(isMine -> tell(audit, end))
                .filter(isMine -> end == AuditStatus.DONE
                        && audit.reason() == AuditReason.PERIODIC
                        && audit.sums().isNothingWaiting())
                .flatMap(isMine -> audits.advance(audit.comparedUntil()));
    }

    private boolean isLate(Audit audit) {
        Lease lease = leases.find(LEASE);
        return lease != null
                && lease.databaseTime().getEpochSecond() - audit.databaseSecond()
                        > properties.answerTimeout().toSeconds();
    }

    private static void tell(Audit audit, AuditStatus end) {
        AuditSums sums = audit.sums();
        String line =
                "Audit {} of {} to {} is {}: {} deliveries, {} without flight, {} without invoice line, {} announced again,"
                        + " {} not yet, {} given up";
        Object[] values = {
            audit.auditId(),
            audit.from(),
            audit.to(),
            end == AuditStatus.DONE ? "done" : "incomplete",
            audit.deliveries(),
            sums.withoutFlight(),
            sums.withoutLine(),
            sums.sentAgain(),
            sums.waiting(),
            sums.givenUp()
        };
        if (end == AuditStatus.DONE && sums.isNothingMissing()) {
            log.info(line, values);
        } else {
            log.warn(line, values);
        }
    }
}
