package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.servicekit.security.Owner;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents of audits, and the deliveries that they are about. */
final class AuditStore {

    private static final Logger log = LoggerFactory.getLogger(AuditStore.class);

    /**
     * A delivery that was called off is neither flown nor billed. One that was accepted long after it was asked for, because its request was
     * repeated, is met by the audits of either time; a document of an earlier release has no time of acceptance.
     */
    private static final DocumentQuery DELIVERIES = DocumentQuery.of(
            "audit-deliveries",
            "SELECT c.id, c.ownerId FROM c WHERE c.type = 'delivery' AND c.status <> 'cancelled'"
                    + " AND (c.requestedAt >= @from AND c.requestedAt < @to OR c.acceptedAt >= @from AND c.acceptedAt < @to)"
                    + " AND c._ts < @settled");

    private static final DocumentQuery UNDER_WAY = DocumentQuery.of(
            "audits-under-way",
            "SELECT * FROM c WHERE c.type = 'audit' AND (c.status = 'asking' OR c.status = 'answering')");

    private static final DocumentQuery ALL = DocumentQuery.of("audits", "SELECT * FROM c WHERE c.type = 'audit'");

    private static final DocumentQuery ANSWERS =
            DocumentQuery.of("audit-answers", "SELECT * FROM c WHERE c.ownerId = @ownerId AND c.type = 'audit-answer'");

    private final DocumentContainer documents;
    private final JsonMapper json;

    AuditStore(DocumentContainer documents, JsonMapper json) {
        this.documents = documents;
        this.json = json;
    }

    Mono<Boolean> create(Audit audit) {
        return documents.create(audit);
    }

    Mono<StoredDocument<Audit>> read(String id) {
        return documents.read(id, id, Audit.class);
    }

    Mono<Boolean> replace(Audit next, String etag) {
        return documents.replace(next, etag);
    }

    /** Audits that have not ended. */
    Flux<Audit> underWay() {
        return audits(UNDER_WAY);
    }

    Flux<Audit> all() {
        return audits(ALL);
    }

    /** One that cannot be read, such as another version's, hides no other. */
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

    /** The next page of the deliveries that an audit is about, which has a time before which they have to be settled. */
    Mono<DocumentPage> deliveries(Audit audit, long settledBefore, int most) {
        return documents.page(
                DELIVERIES
                        .with("@from", withoutZone(audit.from()))
                        .with("@to", withoutZone(endOfSecond(audit.to())))
                        .with("@settled", settledBefore),
                most,
                audit.continuation());
    }

    /**
     * Times are stored as text, of the same second without or with a fraction. Without the letter at its end the second is before both in the
     * order of texts.
     */
    private static String withoutZone(Instant time) {
        String text = time.truncatedTo(ChronoUnit.SECONDS).toString();
        return text.substring(0, text.length() - 1);
    }

    /** What comes later in the second in which a span ends is compared, too, which does no harm. */
    private static Instant endOfSecond(Instant time) {
        Instant second = time.truncatedTo(ChronoUnit.SECONDS);
        return second.equals(time) ? time : second.plusSeconds(1);
    }

    Mono<Boolean> create(AuditAnswer answer) {
        return documents.create(answer);
    }

    /** What the other service has said of the same page; empty as long as it has not. */
    Mono<AuditAnswer> otherAnswer(AuditAnswer answer) {
        return documents
                .read(answer.ownerId(), answer.idOfOther(), AuditAnswer.class)
                .map(StoredDocument::value);
    }

    /** What the page lacks has been announced once more. A count that is there from an earlier time stays if there was nothing more to do. */
    Mono<Boolean> repaired(AuditAnswer answer, int sentAgain) {
        return documents.set(
                answer.ownerId(),
                answer.id(),
                sentAgain == 0 ? Map.of("repaired", true) : Map.of("repaired", true, "sentAgain", sentAgain));
    }

    Mono<AuditAnswers> answers(Audit audit) {
        return documents
                .ofOwner(Owner.ofMessage(audit.id()), ANSWERS)
                .map(answer -> json.treeToValue(answer, AuditAnswer.class))
                .collect(AuditAnswers::new, AuditAnswers::add);
    }
}
