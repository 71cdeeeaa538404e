package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChangeFeedTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(3));

    private CosmosAsyncContainer flights;

    @BeforeEach
    void twelveFlights() {
        flights = cosmos.newContainer(400);
        for (int i = 0; i < 12; i++) {
            flights.createItem(flight("f-" + i, "o-" + i % 4, 11)).block();
        }
    }

    /** Reads until nothing is new; returns the ids and leaves where to go on in {@code continuation}. */
    private List<String> drain(CosmosChangeFeedRequestOptions options, List<String> continuation) {
        List<String> ids = new ArrayList<>();
        for (FeedResponse<JsonNode> page :
                flights.queryChangeFeed(options, JsonNode.class).byPage().toIterable()) {
            page.getResults().forEach(flight -> ids.add(flight.get("id").asText()));
            continuation.add(page.getContinuationToken());
        }
        return ids;
    }

    private static CosmosChangeFeedRequestOptions after(List<String> continuation) {
        return CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                continuation.get(continuation.size() - 1));
    }

    @Test
    void from_the_beginning_every_document_comes_once_in_its_latest_version() {
        flights.upsertItem(flight("f-0", "o-0", 12)).block();
        flights.deleteItem("f-1", new PartitionKey("o-1")).block();

        List<String> ids = drain(
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
                        .setMaxItemCount(2),
                new ArrayList<>());

        assertThat(ids).hasSize(11).doesNotHaveDuplicates().doesNotContain("f-1");
    }

    @Test
    void a_reader_goes_on_where_it_ended() {
        List<String> continuation = new ArrayList<>();
        drain(CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()), continuation);
        assertThat(drain(after(continuation), continuation)).isEmpty();

        flights.upsertItem(flight("f-3", "o-3", 12)).block();
        flights.createItem(flight("f-99", "o-1", 12)).block();

        assertThat(drain(after(continuation), continuation)).containsExactlyInAnyOrder("f-3", "f-99");
        assertThat(drain(after(continuation), continuation)).isEmpty();
    }

    @Test
    void a_document_that_was_given_another_id_is_one_change() {
        List<String> continuation = new ArrayList<>();
        drain(CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()), continuation);
        long before = lsnOf("f-7", "f-7");

        long after = lsnOf("f-7", "f-7b");

        assertThat(after).isEqualTo(before + 1);
        assertThat(drain(after(continuation), continuation)).containsExactly("f-7b");
    }

    /** Replaces a document of o-3 by one with the id {@code newId}; returns the logical sequence number of that write. */
    private long lsnOf(String id, String newId) {
        String token = flights.replaceItem(flight(newId, "o-3", 12), id, new PartitionKey("o-3"))
                .block()
                .getSessionToken();
        return Long.parseLong(token.substring(token.indexOf('#') + 1));
    }

    @Test
    void from_now_on_only_what_comes_later_is_seen() {
        List<String> continuation = new ArrayList<>();
        assertThat(drain(
                        CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()),
                        continuation))
                .isEmpty();

        flights.upsertItem(flight("f-5", "o-1", 12)).block();

        assertThat(drain(after(continuation), continuation)).containsExactly("f-5");
    }

    @Test
    void one_partition_key_has_a_feed_of_its_own_in_the_order_of_changes() {
        flights.upsertItem(flight("f-2", "o-2", 12)).block();

        assertThat(drain(
                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                                FeedRange.forLogicalPartition(new PartitionKey("o-2"))),
                        new ArrayList<>()))
                .containsExactly("f-6", "f-10", "f-2");
    }

    @Test
    void feed_ranges_together_see_every_change_once() {
        List<String> ids = new ArrayList<>();
        for (FeedRange range : flights.getFeedRanges().block()) {
            ids.addAll(
                    drain(CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range), new ArrayList<>()));
        }

        assertThat(ids).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void a_transaction_is_one_change_that_no_page_splits() {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("o-1"));
        List.of("b-1", "b-2", "b-3", "b-4").forEach(id -> batch.createItemOperation(flight(id, "o-1", 11)));
        flights.executeCosmosBatch(batch).block();

        List<List<JsonNode>> pages = flights.queryChangeFeed(
                        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                                        FeedRange.forLogicalPartition(new PartitionKey("o-1")))
                                .setMaxItemCount(2),
                        JsonNode.class)
                .byPage()
                .map(FeedResponse::getResults)
                .takeUntil(List::isEmpty)
                .collectList()
                .block();

        assertThat(pages).extracting(List::size).containsExactly(2, 5, 0); // o-1 has three flights without the batch
        assertThat(pages.get(1).subList(1, 5))
                .extracting(flight -> flight.get("_lsn").asLong())
                .containsOnly(pages.get(1).get(4).get("_lsn").asLong());
        assertThat(pages.get(1)).extracting(flight -> flight.get("_etag")).doesNotHaveDuplicates();
    }
}
