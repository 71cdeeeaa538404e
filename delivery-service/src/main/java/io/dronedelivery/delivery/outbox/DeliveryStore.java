package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentPage;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.DocumentRange;
import io.dronedelivery.cosmosaccess.StoredDocument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stores deliveries and the outboxes with their events. No other type knows where an outbox is stored:
 *
 * <ul>
 *   <li>With the partition key {@code /ownerId}, the outbox is a separate document. It is created in one transaction with the delivery's
 *     document, and deleted when all events are sent.
 *   <li>With {@code /id}, no two documents can share a transaction. The outbox is then a member of the delivery's document, and is emptied
 *     when all events are sent.
 * </ul>
 */
@Component
public final class DeliveryStore {

    /** The colon distinguishes the id from those of deliveries, which have no colon. */
    private static final String PREFIX = "outbox:";

    private static final String OUTBOX = "outbox";

    /** Only the database's clock decides how old an outbox is. */
    private static final DocumentQuery PENDING = DocumentQuery.of(
                    "outbox-relay",
                    "SELECT c.id, c.ownerId, c.outbox, c._etag, c._ts FROM c"
                            + " WHERE c.outbox.status = @status AND c._ts < @before")
            .with("@status", Outbox.PENDING);

    private static final DocumentQuery WAITING = DocumentQuery.of(
                    "outbox-waiting", "SELECT c._ts FROM c WHERE c.outbox.status = @status")
            .with("@status", Outbox.PENDING);

    private static final DocumentQuery SET_ASIDE = DocumentQuery.of(
                    "outbox-set-aside",
                    "SELECT c.id, c.ownerId, c.outbox.reason, c._ts FROM c WHERE c.outbox.status = @status")
            .with("@status", Outbox.SET_ASIDE);

    private final DocumentContainer documents;
    private final JsonMapper json;

    DeliveryStore(DocumentContainer documents, JsonMapper json) {
        this.documents = documents;
        this.json = json;
    }

    /**
     * Stores a delivery and the events that announce it, all or nothing.
     *
     * @param delivery has an {@code id} and an {@code ownerId} when it is written as JSON
     * @return the ETag of the document with the events; empty when the delivery exists already
     */
    public Mono<String> accept(Object delivery, String ownerId, Outbox events) {
        return Mono.defer(() -> documents.keepsOwnersTogether()
                ? documents
                        .createTogether(List.of(delivery, beside(ownerId, events)))
                        .map(etags -> etags.get(1))
                : documents.createForEtag(with(delivery, events)));
    }

    /**
     * Has the relay send events of a delivery once more. Events that are still to be sent stay unchanged. Events that were set aside are
     * replaced.
     *
     * @return true when they will be sent; false when other events are still to be sent, or the delivery does not exist
     */
    public Mono<Boolean> sendAgain(String ownerId, Outbox events) {
        String id = idOf(events.deliveryId());
        return documents
                .read(ownerId, id, JsonNode.class)
                .flatMap(stored -> isPending(stored.value())
                        ? Mono.just(false)
                        : documents.replace(with(stored.value(), events), stored.etag()))
                .switchIfEmpty(Mono.defer(() -> documents.keepsOwnersTogether()
                        ? documents.create(beside(ownerId, events))
                        : Mono.just(false)));
    }

    /** Stores in a delivery's document that it was announced once more. Its time of change moves, so audits leave it out for a while. */
    public Mono<Boolean> announcedAgain(String ownerId, String deliveryId, Object last) {
        return documents.set(ownerId, deliveryId, Map.of("announcedAgain", last));
    }

    /** A delivery's document, or empty when it does not exist. */
    public <T> Mono<T> delivery(String ownerId, String deliveryId, Class<T> type) {
        return documents.read(ownerId, deliveryId, type).map(StoredDocument::value);
    }

    /** The ranges of the container that holds the outboxes. */
    Mono<List<DocumentRange>> ranges() {
        return documents.ranges();
    }

    /** A page of a range's outboxes whose last change is before {@code before}, by the database's clock. */
    Mono<DocumentPage> pending(DocumentRange range, Instant before, int most, @Nullable String continuation) {
        return documents.page(PENDING.with("@before", before.getEpochSecond()), range, most, continuation);
    }

    /** The times of the last change of a range's pending outboxes, in seconds since 1970 by the database's clock. */
    Mono<DocumentPage> waiting(DocumentRange range, int most, @Nullable String continuation) {
        return documents.page(WAITING, range, most, continuation);
    }

    /** The first page of a range's outboxes that were set aside. */
    Mono<DocumentPage> setAside(DocumentRange range, int most) {
        return documents.page(SET_ASIDE, range, most, null);
    }

    /**
     * A page of the outboxes that were set aside. Fails with an {@link IllegalArgumentException} when the continuation is not from an
     * earlier page.
     */
    Mono<DocumentPage> setAside(int most, @Nullable String continuation) {
        return documents.page(SET_ASIDE, most, continuation);
    }

    /** Empties or deletes the outbox, because all events were sent. False when it is gone, or another one has taken its place. */
    Mono<Boolean> empty(OutboxDocument sent) {
        return change(
                sent,
                etag -> documents.keepsOwnersTogether()
                        ? documents.delete(sent.ownerId(), sent.id(), etag)
                        : documents.set(sent.ownerId(), sent.id(), Map.of(OUTBOX, Outbox.SENT), etag));
    }

    /**
     * Stores the names of the sinks that have all of the events, and lets any instance send them to the others. False when the outbox is
     * gone, or another one has taken its place.
     */
    Mono<Boolean> confirm(OutboxDocument sent, Set<String> sinks) {
        Map<String, Object> members =
                Map.of("outbox/confirmed", List.copyOf(sinks), "outbox/instance", NullNode.getInstance());
        return change(sent, etag -> documents.set(sent.ownerId(), sent.id(), members, etag));
    }

    /** Changes an outbox if it is still the same. A completion of the delivery also changes the ETag where both are one document. */
    private Mono<Boolean> change(OutboxDocument sent, Function<String, Mono<Boolean>> change) {
        String since = sent.outbox().since().toString();
        return change.apply(sent.etag())
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.defer(() -> documents
                        .read(sent.ownerId(), sent.id(), JsonNode.class)
                        .filter(now ->
                                since.equals(now.value().at("/outbox/since").asString("")))
                        .flatMap(now -> change.apply(now.etag()))))
                .defaultIfEmpty(false);
    }

    /** Sets an outbox aside, so that the relay skips it. Returns whether the outbox exists. */
    Mono<Boolean> setAside(String ownerId, String id, String reason) {
        return documents.set(ownerId, id, Map.of("outbox/status", Outbox.SET_ASIDE, "outbox/reason", reason));
    }

    /** Lets the relay retry an outbox that was set aside. Returns whether the outbox exists. */
    Mono<Boolean> retry(String ownerId, String id) {
        return documents
                .read(ownerId, id, JsonNode.class)
                .filter(stored -> Outbox.SET_ASIDE.equals(
                        stored.value().at("/outbox/status").asString("")))
                .flatMap(stored -> documents.set(ownerId, id, Map.of("outbox/status", Outbox.PENDING)))
                .defaultIfEmpty(false);
    }

    OutboxDocument documentOf(String ownerId, Outbox events, String etag) {
        return new OutboxDocument(idOf(events.deliveryId()), ownerId, events, etag);
    }

    private String idOf(String deliveryId) {
        return documents.keepsOwnersTogether() ? PREFIX + deliveryId : deliveryId;
    }

    private ObjectNode beside(String ownerId, Outbox events) {
        ObjectNode document = json.createObjectNode()
                .put("id", PREFIX + events.deliveryId())
                .put("ownerId", ownerId)
                .put("type", OUTBOX);
        document.set(OUTBOX, json.<JsonNode>valueToTree(events));
        return document;
    }

    private JsonNode with(Object delivery, Outbox events) {
        ObjectNode document = json.valueToTree(delivery);
        document.set(OUTBOX, json.<JsonNode>valueToTree(events));
        return document;
    }

    private static boolean isPending(JsonNode document) {
        return Outbox.PENDING.equals(document.at("/outbox/status").asString(""));
    }
}
