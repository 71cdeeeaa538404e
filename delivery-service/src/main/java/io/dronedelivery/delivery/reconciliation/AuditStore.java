package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.StoredDocument;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents of audits, and the deliveries that they compare. */
record AuditStore(DocumentContainer documents, JsonMapper json) {

    private static final Logger log = LoggerFactory.getLogger(AuditStore.class);

    /**
     * Excludes cancelled deliveries, which are neither flown nor billed. A delivery whose request was repeated may be accepted long after
     * its request; audits of either time compare it. A document of an earlier release has no time of acceptance. The database's time is for
     * deliveries of an instance whose clock was behind.
     */
    private static final DocumentQuery DELIVERIES = DocumentQuery.of(
            "audit-deliveries",
            "SELECT c.id, c.ownerId FROM c WHERE c.type = 'delivery' AND c.status <> 'cancelled'"
                    + " AND (c.requestedAt >= @from AND c.requestedAt < @to OR c.acceptedAt >= @from AND c.acceptedAt < @to"
                    + " OR c.acceptedAt < @from AND c._ts >= @fromSecond AND c._ts < @toSecond)"
                    + " AND c._ts < @settled");

    private static final DocumentQuery UNDER_WAY = DocumentQuery.of(
            "audits-under-way",
            "SELECT * FROM c WHERE c.type = 'audit' AND (c.status = 'asking' OR c.status = 'answering')");

    private static final DocumentQuery ALL = DocumentQuery.of("audits", "SELECT * FROM c WHERE c.type = 'audit'");

    Mono<Boolean> create(Audit audit) {
        return documents.create(audit);
    }

    Mono<StoredDocument<Audit>> read(String id) {
        return documents.read(id, id, Audit.class);
    }

    Mono<Boolean> replace(Audit next, String etag) {
        return documents.replace(next, etag);
    }

    /** How far the periodic audits are. The first call says that they are at {@code now}. */
    Mono<StoredDocument<AuditMark>> mark(Instant now) {
        Mono<StoredDocument<AuditMark>> stored = documents.read(AuditMark.ID, AuditMark.ID, AuditMark.class);
        return stored.switchIfEmpty(
                Mono.defer(() -> documents.create(AuditMark.at(now)).then(stored)));
    }

    /** Moves the mark of the periodic audits forward, never back. */
    Mono<Void> advance(Instant until) {
        return mark(until)
                .filter(stored -> stored.value().until().isBefore(until))
                .flatMap(stored -> documents.replace(AuditMark.at(until), stored.etag()))
                .then();
    }

    /** Audits that have not ended. */
    Flux<Audit> underWay() {
        return audits(UNDER_WAY);
    }

    Flux<Audit> all() {
        return audits(ALL);
    }

    /** The audits. An audit that cannot be read, such as another version's, hides no other. */
    private Flux<Audit> audits(DocumentQuery query) {
        return documents.everywhere(query).mapNotNull(this::readable);
    }

    private @Nullable Audit readable(JsonNode document) {
        try {
            return json.treeToValue(document, Audit.class);
        } catch (JacksonException e) {
            log.warn("{} is no audit that can be read here: {}", document.path("id"), e.getOriginalMessage());
            return null;
        }
    }

    /** The next page of an audit's deliveries that were last changed before {@code settledBefore}. */
    Mono<DocumentPage> deliveries(Audit audit, long settledBefore, int most) {
        return documents.page(
                DELIVERIES
                        .with("@from", withoutZone(audit.from()))
                        .with("@to", withoutZone(endOfSecond(audit.to())))
                        .with("@fromSecond", audit.from().getEpochSecond())
                        .with("@toSecond", endOfSecond(audit.to()).getEpochSecond())
                        .with("@settled", settledBefore),
                most,
                audit.continuation());
    }

    /**
     * The text of a time without its zone. Stored times of the same second have a fraction or none, and without the trailing {@code Z} the
     * second sorts before both.
     */
    private static String withoutZone(Instant time) {
        String text = time.truncatedTo(ChronoUnit.SECONDS).toString();
        return text.substring(0, text.length() - 1);
    }

    /** Includes the rest of the second in which a span ends, which does no harm. */
    private static Instant endOfSecond(Instant time) {
        Instant second = time.truncatedTo(ChronoUnit.SECONDS);
        return second.equals(time) ? time : second.plusSeconds(1);
    }

    Mono<Boolean> create(AuditAnswer answer) {
        return documents.create(answer);
    }

    /** A service's answer to a page; empty until it arrives. */
    Mono<AuditAnswer> answer(Audit audit, int page, Side side) {
        return documents
                .read(audit.id(), AuditAnswer.idOf(audit.id(), page, side), AuditAnswer.class)
                .map(StoredDocument::value);
    }
}
