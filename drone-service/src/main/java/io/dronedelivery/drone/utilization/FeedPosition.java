package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import reactor.core.publisher.Mono;

/**
 * The position in the change feed of the flights, stored beside the summaries. When several processes follow the feed they repeat each
 * other's work, which does no harm; the position is the one that was written last.
 */
final class FeedPosition {

    /** The colon distinguishes it from owners and months, which contain none. */
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

    /** Empty until the first page of changes has been processed. */
    Mono<String> read() {
        return stored().map(stored -> stored.value().continuation());
    }

    /** A position that another process has written meanwhile is kept: the changes in between are processed again, which does no harm. */
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
