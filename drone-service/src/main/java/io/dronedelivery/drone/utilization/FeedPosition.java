package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import reactor.core.publisher.Mono;

/**
 * How far the flights have been followed, beside the summaries. Several processes may follow them: they do the same work twice then,
 * which changes nothing, and the position is that of the one who wrote last.
 */
final class FeedPosition {

    /** A colon keeps it apart from owners and months, which have none. */
    private static final String ID = "position:flights";

    private final DocumentContainer summaries;

    FeedPosition(DocumentContainer summaries) {
        this.summaries = summaries;
    }

    /**
     * The position as it is stored.
     *
     * @param id of the document, and its owner too
     * @param continuation what the database goes on from
     */
    record Stored(String id, String ownerId, String continuation) {}

    /** Empty before the first page of changes has been worked in. */
    Mono<String> read() {
        return stored().map(stored -> stored.value().continuation());
    }

    /** One that another process has written meanwhile stays: what lies between the two comes again, and changes nothing. */
    Mono<Void> write(String continuation) {
        Stored next = new Stored(ID, ID, continuation);
        return stored().flatMap(stored -> summaries.replace(next, stored.etag()))
                .switchIfEmpty(Mono.defer(() -> summaries.create(next)))
                .then();
    }

    private Mono<StoredDocument<Stored>> stored() {
        return summaries.read(ID, ID, Stored.class);
    }
}
