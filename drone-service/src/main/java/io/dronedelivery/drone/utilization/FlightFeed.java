package io.dronedelivery.drone.utilization;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.drone.utilization.UtilizationProperties.SummarySettings;
import io.dronedelivery.servicekit.security.Owner;
import io.dronedelivery.servicekit.security.OwnerMonth;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The change feed of the flights' container, in the latest version of each document. The SDK reads documents with Jackson 2.
 *
 * @see <a href="https://learn.microsoft.com/azure/cosmos-db/nosql/change-feed-pull-model">Azure Cosmos DB: change feed pull model</a>
 */
final class FlightFeed {

    private final CosmosAsyncContainer flights;
    private final SummarySettings settings;

    FlightFeed(CosmosAsyncContainer flights, SummarySettings settings) {
        this.flights = flights;
        this.settings = settings;
    }

    /** The resource id of the feed's container. A container that was deleted and recreated under its name has another id. */
    Mono<String> container() {
        return flights.read().map(answer -> answer.getProperties().getResourceId());
    }

    static final class Changes {

        private final Set<OwnerMonth> months = new HashSet<>();
        private long flights;
        private double requestCharge;
        private @Nullable String continuation;
        private boolean atEnd;

        Set<OwnerMonth> months() {
            return months;
        }

        long flights() {
            return flights;
        }

        double requestCharge() {
            return requestCharge;
        }

        /** The continuation for the next page; null when nothing was read. */
        @Nullable
        String continuation() {
            return continuation;
        }

        boolean atEnd() {
            return atEnd;
        }

        /** Adds a page of the feed. Plans, which have no month yet, are skipped. */
        private void add(FeedResponse<JsonNode> page) {
            requestCharge += page.getRequestCharge();
            continuation = page.getContinuationToken();
            for (JsonNode document : page.getResults()) {
                if (document.hasNonNull("year") && document.hasNonNull("month")) {
                    flights++;
                    months.add(new OwnerMonth(
                            Owner.ofMessage(document.path("ownerId").asText()),
                            document.path("year").asInt(),
                            document.path("month").asInt()));
                }
            }
        }
    }

    /**
     * Reads changes up to the end of the feed, or until enough months have changed.
     *
     * @param continuation where the last read ended, null for the beginning
     */
    Mono<Changes> after(@Nullable String continuation) {
        return Mono.defer(() -> {
            Changes changes = new Changes();
            return flights.queryChangeFeed(options(continuation), JsonNode.class)
                    .byPage()
                    .timeout(settings.timeout())
                    .doOnNext(changes::add)
                    .takeUntil(page -> changes.months().size() >= settings.months())
                    .doOnComplete(() -> changes.atEnd = changes.months().size() < settings.months())
                    .then(Mono.just(changes));
        });
    }

    private CosmosChangeFeedRequestOptions options(@Nullable String continuation) {
        CosmosChangeFeedRequestOptions options = continuation == null
                ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
                : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
        return options.setMaxItemCount(settings.pageSize());
    }
}
