package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The position in the change feed of the flights, stored beside the summaries. Several processes that follow the feed repeat each other's
 * work, which does no harm. The last written position counts.
 */
final class FeedPosition {

    /** The colon distinguishes it from owners and months, which contain no colon. */
    private static final String ID = "position:flights";

    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

    private final DocumentContainer summaries;
    private final Mono<String> flights;

    /** @param flights resource id of the container of the feed; subscribed once */
    FeedPosition(DocumentContainer summaries, Mono<String> flights) {
        this.summaries = summaries;
        this.flights = flights.cache(known -> FOR_EVER, failure -> Duration.ZERO, () -> Duration.ZERO);
    }

    /**
     * @param id of the document, and its owner too
     * @param continuation the database's continuation of the feed
     * @param flights resource id of the container of the feed; absent in documents of an earlier release
     */
    record Stored(
            String id,
            String ownerId,
            String continuation,
            @Nullable String flights) {

        boolean isOf(String container) {
            return flights == null || flights.equals(container);
        }
    }

    /**
     * Empty until the first page of changes has been processed. Also empty when the flights' container was recreated: the database numbers
     * the changes of each container from the beginning, and an old position would skip new changes.
     */
    Mono<String> read() {
        return flights.flatMap(container -> stored().map(StoredDocument::value)
                .filter(position -> position.isOf(container))
                .map(Stored::continuation));
    }

    /**
     * Stores a position, unless another process has written one meanwhile. Then the changes in between are processed again, which does no
     * harm.
     */
    Mono<Void> write(String continuation) {
        return flights.map(container -> new Stored(ID, ID, continuation, container))
                .flatMap(next -> stored().flatMap(stored -> summaries.replace(next, stored.etag()))
                        .switchIfEmpty(Mono.defer(() -> summaries.create(next))))
                .then();
    }

    private Mono<StoredDocument<Stored>> stored() {
        return summaries.read(ID, ID, Stored.class);
    }
}
