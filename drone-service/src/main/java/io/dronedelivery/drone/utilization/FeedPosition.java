package io.dronedelivery.drone.utilization;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The position in the change feed of the flights, stored beside the summaries. When several processes follow the feed they repeat each
 * other's work, which does no harm; the position is the one that was written last.
 */
final class FeedPosition {

    /** The colon distinguishes it from owners and months, which contain none. */
    private static final String ID = "position:flights";

    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

    private final DocumentContainer summaries;
    private final Mono<String> flights;

    /** @param flights which container the feed is of; asked for once */
    FeedPosition(DocumentContainer summaries, Mono<String> flights) {
        this.summaries = summaries;
        this.flights = flights.cache(known -> FOR_EVER, failure -> Duration.ZERO, () -> Duration.ZERO);
    }

    /**
     * The position as it is stored.
     *
     * @param id of the document, and its owner too
     * @param continuation what the database goes on from
     * @param flights the container whose feed it is of; an earlier release says nothing
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
     * Empty until the first page of changes has been processed, and when the flights' container was made anew since: the database counts the
     * changes of each from the beginning, and would pass over those that have the numbers of earlier ones.
     */
    Mono<String> read() {
        return flights.flatMap(container -> stored().map(StoredDocument::value)
                .filter(position -> position.isOf(container))
                .map(Stored::continuation));
    }

    /** A position that another process has written meanwhile is kept: the changes in between are processed again, which does no harm. */
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
