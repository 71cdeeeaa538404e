package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static io.dronedelivery.localcosmos.Sdk.of;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 600 flights: 30 owners with 20 each, numbered through, over nine partitions. */
class PagingTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(9));

    private static CosmosAsyncContainer flights;

    @BeforeAll
    static void load() {
        flights = cosmos.sixHundredFlights();
    }

    @Test
    void pages_hold_what_was_asked_for_and_go_on_where_they_ended() {
        List<Integer> seen = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String continuation = null;
        int pageSize = 7;
        do {
            FeedResponse<JsonNode> page = flights.queryItems(
                            "SELECT * FROM c WHERE c.number < 590", of("o-7"), JsonNode.class)
                    .byPage(continuation, pageSize)
                    .next()
                    .block();
            page.getResults().forEach(flight -> seen.add(flight.get("number").asInt()));
            sizes.add(page.getResults().size());
            continuation = page.getContinuationToken();
            pageSize++; // a token does not depend on the size of the pages before
        } while (continuation != null);

        assertThat(sizes).startsWith(7, 8);
        assertThat(seen)
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .map(i -> 7 + 30 * i)
                        .filter(n -> n < 590)
                        .boxed()
                        .toList());
    }

    @Test
    void pages_of_all_partitions_hold_every_document_once() {
        List<JsonNode> all = flights.queryItems(
                        "SELECT VALUE c.number FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
                .byPage(11)
                .flatMapIterable(FeedResponse::getResults)
                .collectList()
                .block();

        assertThat(all).hasSize(600).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ASC", "DESC"})
    void ordered_pages_go_on_where_they_ended(String direction) {
        List<Integer> numbers = new ArrayList<>();
        String continuation = null;
        do {
            FeedResponse<JsonNode> page = flights.queryItems(
                            "SELECT c.number FROM c WHERE c.month <= 6 ORDER BY c.month " + direction,
                            new CosmosQueryRequestOptions(),
                            JsonNode.class)
                    .byPage(continuation, 40)
                    .next()
                    .block();
            page.getResults().forEach(flight -> numbers.add(flight.get("number").asInt()));
            continuation = page.getContinuationToken();
        } while (continuation != null);

        assertThat(numbers).hasSize(300).doesNotHaveDuplicates();
        assertThat(numbers)
                .extracting(n -> direction.equals("ASC") ? n % 12 : -(n % 12))
                .isSorted();
    }
}
