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
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource({"'', '3,4', 0", "DESC, '3,2', 6"})
    void an_ordered_page_goes_on_at_the_value_whatever_is_written_meanwhile(
            String direction, String second, int meanwhile) {
        LocalContainer numbers = numbered(IntStream.rangeClosed(1, 5));
        String query = "SELECT VALUE c.number FROM c ORDER BY c.number " + direction;
        RawClient.Answer first = page(query, 2, "");

        numbers.loadMaps(Stream.of(Map.of("id", "new", "ownerId", "o", "number", meanwhile)));

        assertThat(page(query, 2, first.headers().get("x-ms-continuation"))
                        .body()
                        .path("Documents"))
                .hasToString("[" + second + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT TOP 5 VALUE c.id FROM c",
                "SELECT TOP 5 VALUE c.id FROM c ORDER BY c.kind",
                "SELECT VALUE c.id FROM c ORDER BY c.kind DESC",
                "SELECT VALUE c.id FROM c ORDER BY c.long",
                "SELECT VALUE c.id FROM c ORDER BY c.odd",
                "SELECT VALUE c.id FROM c ORDER BY c.odd DESC",
                "SELECT VALUE c.id FROM c OFFSET 3 LIMIT 4",
                "SELECT VALUE c.id FROM c ORDER BY c.kind OFFSET 3 LIMIT 4",
                "SELECT DISTINCT VALUE c.kind FROM c",
                "SELECT VALUE t FROM c JOIN t IN c.tags"
            })
    void pages_of_one_partition_are_the_whole_in_pieces(String query) {
        numbered(IntStream.range(0, 9));
        List<Object> whole = new ArrayList<>();
        page(query, 100, "").body().path("Documents").forEach(whole::add);

        List<Object> pieces = new ArrayList<>();
        String token = "";
        while (token != null) {
            RawClient.Answer page = page(query, 2, token);
            page.body().path("Documents").forEach(pieces::add);
            token = page.headers().get("x-ms-continuation");
        }

        assertThat(whole).isNotEmpty();
        assertThat(pieces).isEqualTo(whole);
    }

    @Test
    void a_token_is_as_short_as_the_client_asks_for() {
        numbered(IntStream.range(0, 9));
        String query = "SELECT VALUE c.id FROM c ORDER BY c.middling";
        RawClient.Answer first = page(query, 2, "");
        assertThat(first.headers().get("x-ms-continuation")).hasSizeGreaterThan(1_024);

        List<Object> pieces = new ArrayList<>();
        String token = "";
        while (token != null) {
            RawClient.Answer page = page(query, 2, token, "x-ms-documentdb-responsecontinuationtokenlimitinkb", "1");
            page.body().path("Documents").forEach(pieces::add);
            token = page.headers().get("x-ms-continuation");
            assertThat(token == null ? "" : token).hasSizeLessThanOrEqualTo(1_024);
        }

        assertThat(pieces)
                .hasToString(
                        page(query, 100, "").body().path("Documents").toString().replace(",", ", "));
    }

    private String database;

    private LocalContainer numbered(IntStream numbers) {
        database = "pages-" + UUID.randomUUID();
        LocalContainer container = cosmos.cosmos().container(database, "numbers", "/ownerId", 400);
        container.loadMaps(numbers.mapToObj(i -> Map.of(
                "id",
                "n-" + i,
                "ownerId",
                "o",
                "number",
                i,
                "kind",
                i % 3,
                "long",
                "x".repeat(9_000) + i % 4,
                "middling",
                "x".repeat(2_000) + i % 4,
                i % 2 == 0 ? "even" : "odd",
                i,
                "tags",
                List.of("a" + i, "b" + i, "c" + i))));
        return container;
    }

    private RawClient.Answer page(String query, int size, String token, String... more) {
        String[] headers = {
            "x-ms-documentdb-isquery",
            "true",
            "x-ms-documentdb-partitionkey",
            "[\"o\"]",
            "x-ms-max-item-count",
            Integer.toString(size),
            "x-ms-continuation",
            token
        };
        return new RawClient(cosmos.cosmos())
                .post(
                        "dbs/" + database + "/colls/numbers/docs",
                        "{\"query\":\"" + query + "\"}",
                        Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new));
    }
}
