package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.localcosmos.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Queries through the real SDK over nine partitions, whose plans and rewritten queries come from this package. What the SDK
 * puts together must be what the engine makes of all the documents at once.
 */
class SqlThroughSdkTest {

    private static final int FLIGHTS = 180;
    private static final JsonMapper JSON = new JsonMapper();
    private static final ObjectMapper SDK_JSON = new ObjectMapper();

    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(9));

    private static final List<JsonNode> documents = new ArrayList<>();
    private static CosmosAsyncClient client;
    private static CosmosAsyncContainer flights;

    @BeforeAll
    static void store_flights_in_nine_partitions() throws Exception {
        client = new CosmosClientBuilder()
                .endpoint(cosmos.endpoint())
                .key(cosmos.key())
                .gatewayMode()
                .buildAsyncClient();
        client.createDatabase("sql").block();
        client.getDatabase("sql")
                .createContainer(new CosmosContainerProperties("flights", "/id").setIndexingPolicy(indexes()))
                .block();
        flights = client.getDatabase("sql").getContainer("flights");
        List<CosmosItemOperation> creations = new ArrayList<>();
        for (int i = 0; i < FLIGHTS; i++) {
            ObjectNode flight = flight(i);
            documents.add(flight);
            creations.add(CosmosBulkOperations.getCreateItemOperation(
                    SDK_JSON.readTree(flight.toString()),
                    new PartitionKey(flight.get("id").stringValue())));
        }
        flights.executeBulkOperations(Flux.fromIterable(creations))
                .doOnNext(response ->
                        assertThat(response.getResponse().getStatusCode()).isEqualTo(201))
                .blockLast();
    }

    /** What the queries with several sort keys need. */
    private static IndexingPolicy indexes() {
        return new IndexingPolicy()
                .setCompositeIndexes(List.of(
                        composite("/km DESC", "/id"),
                        composite("/month", "/ownerId DESC", "/id DESC"),
                        composite("/note", "/id"),
                        composite("/ownerId DESC", "/km"),
                        composite("/late", "/month DESC"),
                        composite("/note DESC", "/late")));
    }

    private static List<CompositePath> composite(String... keys) {
        return Stream.of(keys)
                .map(key -> new CompositePath()
                        .setPath(key.replace(" DESC", ""))
                        .setOrder(
                                key.endsWith(" DESC")
                                        ? CompositePathSortOrder.DESCENDING
                                        : CompositePathSortOrder.ASCENDING))
                .toList();
    }

    /** A flight with many equal values, and some values that are missing or of another type. */
    private static ObjectNode flight(int i) {
        ObjectNode flight = JsonNodeFactory.instance
                .objectNode()
                .put("id", String.format("f-%03d", i))
                .put("ownerId", "o-" + i % 7)
                .put("month", 1 + i % 12)
                .put("km", i % 40 / 4.0)
                .put("late", i % 3 == 0);
        switch (i % 6) {
            case 0 -> flight.put("note", "n" + i % 5);
            case 1 -> flight.put("note", i % 5);
            case 2 -> flight.putNull("note");
            case 3 -> flight.put("note", i % 2 == 0);
            default -> {}
        }
        flight.putArray("stops").add("s" + i % 4).add(i % 4);
        return flight;
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c.id FROM c ORDER BY c.id",
                "SELECT c.id FROM c ORDER BY c.id DESC",
                "SELECT VALUE c.id FROM c WHERE c.late ORDER BY c.id",
                "SELECT c.id, c.km FROM c ORDER BY c.km DESC, c.id",
                "SELECT c.id FROM c ORDER BY c.month, c.ownerId DESC, c.id DESC",
                "SELECT c.id, c.note FROM c ORDER BY c.note, c.id",
                "SELECT c.note FROM c ORDER BY c.note",
                "SELECT c.note FROM c ORDER BY c.note DESC",
                "SELECT TOP 20 c.note FROM c ORDER BY c.note",
                "SELECT c.note FROM c ORDER BY c.note DESC OFFSET 140 LIMIT 20",
                "SELECT VALUE c.note FROM c WHERE NOT IS_NULL(c.note) ORDER BY c.note, c.id",
                "SELECT TOP 17 c.id FROM c WHERE c.month > 3 ORDER BY c.id",
                "SELECT TOP 500 c.id FROM c ORDER BY c.id",
                "SELECT c.id FROM c ORDER BY c.id OFFSET 35 LIMIT 30",
                "SELECT c.id FROM c ORDER BY c.id OFFSET 500 LIMIT 30",
                "SELECT DISTINCT VALUE c.month FROM c ORDER BY c.month DESC",
                "SELECT DISTINCT c.ownerId FROM c ORDER BY c.ownerId",
                "SELECT DISTINCT c.note FROM c ORDER BY c.note DESC",
                "SELECT DISTINCT TOP 3 VALUE c.ownerId FROM c ORDER BY c.ownerId",
                "SELECT DISTINCT VALUE c.ownerId FROM c ORDER BY c.ownerId OFFSET 2 LIMIT 3",
                "SELECT c.id FROM c WHERE c.id = 'none' ORDER BY c.id",
            })
    void sorted_rows_of_all_partitions_are_merged(String query) {
        assertThat(keys(query(query, null))).isEqualTo(keys(engine(query)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c.id FROM c WHERE c.ownerId IN ('o-1', 'o-2') AND c.km BETWEEN 1 AND 5",
                "SELECT VALUE c.km * 2 FROM c WHERE c.id LIKE 'f-1%'",
                "SELECT VALUE c.note FROM c",
                "SELECT c.id, s FROM c JOIN s IN c.stops WHERE IS_STRING(s)",
                "SELECT VALUE s FROM s IN c.stops",
                "SELECT VALUE s FROM c.stops s",
                "SELECT c.id, (SELECT VALUE COUNT(1) FROM s IN c.stops WHERE s = c.month) AS n FROM c",
                "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE s FROM s IN c.stops WHERE s = 's2')",
                "SELECT VALUE x.id FROM (SELECT c.id, c.km FROM c WHERE c.late) AS x WHERE x.km > 3",
                "SELECT x.late, COUNT(1) AS n FROM (SELECT c.late FROM c) AS x GROUP BY x.late",
                "SELECT VALUE SUM(n) FROM c JOIN (SELECT VALUE COUNT(1) FROM s IN c.stops) AS n",
                "SELECT VALUE COUNT(1) FROM c GROUP BY c.month",
                "SELECT VALUE AVG(c.km) FROM c WHERE c.month < 9 GROUP BY c.ownerId, c.late",
                "SELECT VALUE MIN(c.id) FROM c GROUP BY c.late",
                "SELECT VALUE c.note FROM c GROUP BY c.note",
                "SELECT DISTINCT VALUE c.month FROM c",
                "SELECT DISTINCT c.ownerId, c.late FROM c",
                "SELECT DISTINCT VALUE s FROM c JOIN s IN c.stops",
                "SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month",
                "SELECT c.ownerId AS owner, c.late, COUNT(1) AS n, SUM(c.km) AS km, AVG(c.km) AS mean, MIN(c.id) AS first, MAX(c.id) AS last"
                        + " FROM c WHERE c.month < 9 GROUP BY c.ownerId, c.late",
                "SELECT COUNT(1) FROM c GROUP BY c.late",
                "SELECT s, COUNT(1) AS n FROM c JOIN s IN c.stops GROUP BY s",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT VALUE COUNT(c.note) FROM c",
                "SELECT VALUE SUM(c.km) FROM c WHERE c.month = 4",
                "SELECT VALUE AVG(c.km) FROM c",
                "SELECT VALUE MIN(c.id) FROM c",
                "SELECT VALUE MAX(c.note) FROM c",
                "SELECT VALUE MIN(c.late) FROM c",
                "SELECT VALUE COUNT(1) FROM c WHERE false",
                "SELECT VALUE SUM(c.km) FROM c WHERE false",
                "SELECT COUNT(1) AS n, AVG(c.km) AS km, MIN(c.km), MAX(c.km), 'all' AS which FROM c",
                "SELECT MIN(c.km) AS least, COUNT(1) AS n FROM c WHERE c.id = 'f-007'",
            })
    void rows_groups_and_aggregates_of_all_partitions_are_put_together(String query) {
        assertThat(keys(query(query, null))).containsExactlyInAnyOrderElementsOf(keys(engine(query)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT TOP 10 c.id FROM c WHERE c.late",
                "SELECT c.id FROM c WHERE c.late OFFSET 5 LIMIT 10",
                "SELECT c.id FROM c WHERE c.late OFFSET 5 LIMIT @n",
                "SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month OFFSET 1 LIMIT 10",
                "SELECT DISTINCT TOP 10 VALUE c.month FROM c",
                "SELECT TOP 10 c.month, COUNT(1) AS n FROM c GROUP BY c.month",
            })
    void without_an_order_top_and_limit_give_so_many_of_the_rows(String query) {
        List<Object> all = keys(engine(query.replaceAll("TOP 10| OFFSET.*", "")));
        assertThat(keys(query(query, null))).hasSize(10).doesNotHaveDuplicates().isSubsetOf(all);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c.id FROM c ORDER BY c.id",
                "SELECT c.id FROM c ORDER BY c.km",
                "SELECT c.id FROM c ORDER BY c.km DESC",
                "SELECT c.id FROM c ORDER BY c.ownerId DESC, c.km",
                "SELECT c.id FROM c ORDER BY c.late, c.month DESC",
                "SELECT c.id FROM c ORDER BY c.note",
                "SELECT c.id FROM c ORDER BY c.note DESC",
                "SELECT VALUE c.id FROM c ORDER BY c.note DESC, c.late",
                "SELECT c.id FROM c ORDER BY c.none",
                "SELECT TOP 100 c.id FROM c ORDER BY c.km DESC",
                "SELECT c.id FROM c ORDER BY c.note OFFSET 30 LIMIT 70",
                "SELECT c.id FROM c WHERE c.km > 2",
                "SELECT TOP 100 c.id FROM c",
                "SELECT c.id FROM c OFFSET 30 LIMIT 100",
                "SELECT DISTINCT c.ownerId FROM c ORDER BY c.ownerId",
            })
    void a_query_resumed_after_every_page_gives_the_rows_of_one_that_was_not(String query) {
        List<Object> whole = keys(query(query, null));
        List<JsonNode> resumed = new ArrayList<>();
        String token = null;
        int pages = 0;
        do {
            FeedResponse<com.fasterxml.jackson.databind.JsonNode> page = flights.queryItems(
                            query, com.fasterxml.jackson.databind.JsonNode.class)
                    .byPage(token, 17)
                    .blockFirst();
            page.getResults().forEach(row -> resumed.add(read(row)));
            token = page.getContinuationToken();
            pages++;
        } while (token != null && pages < 200);
        assertThat(keys(resumed)).isEqualTo(whole);
        assertThat(keys(query(query, 7))).isEqualTo(whole);
    }

    @Test
    void a_filter_on_the_partition_key_asks_one_partition() {
        cosmos.clearCalls();
        assertThat(query("SELECT * FROM c WHERE c.id = 'f-017' AND c.month > 0", null))
                .hasSize(1);
        assertThat(cosmos.calls().stream().filter(call -> call.operation().equals("query")))
                .hasSize(1);
    }

    @Test
    void each_of_many_partition_keys_is_asked_once_even_if_they_share_a_partition() {
        String some = "WHERE c.id IN ('f-001', 'f-002', 'f-003', 'f-004', 'f-005', 'f-006', 'f-007', 'f-008', 'f-009',"
                + " 'f-010', 'f-011', 'f-012', 'f-013', 'f-014', 'f-015', 'f-016', 'f-017', 'f-018', 'f-019', 'f-020')";
        assertThat(query("SELECT VALUE COUNT(1) FROM c " + some, null)).hasToString("[20]");
        assertThat(query("SELECT c.id FROM c " + some, null)).hasSize(20).doesNotHaveDuplicates();
        String sorted = "SELECT c.id FROM c " + some + " ORDER BY c.km DESC, c.id";
        assertThat(keys(query(sorted, 3))).isEqualTo(keys(engine(sorted)));
    }

    @Test
    void nothing_is_given_of_the_top_nothing() {
        assertThat(query("SELECT TOP 0 c.id FROM c", null)).isEmpty();
        assertThat(query("SELECT c.id FROM c OFFSET 3 LIMIT 0", null)).isEmpty();
    }

    @Test
    void a_refused_query_is_a_400_that_names_the_construct_and_its_place() {
        assertThatExceptionOfType(CosmosException.class)
                .isThrownBy(() -> query("SELECT ST_AREA(c.a) FROM c", null))
                .satisfies(e -> assertThat(e.getStatusCode()).isEqualTo(400))
                .withMessageContaining("'ST_AREA' is not a supported function, at line 1, column 8");
    }

    private static List<JsonNode> query(String query, @Nullable Integer pageSize) {
        SqlQuerySpec spec = new SqlQuerySpec(query, List.of(new SqlParameter("@n", 10)));
        Flux<FeedResponse<com.fasterxml.jackson.databind.JsonNode>> pages = pageSize == null
                ? flights.queryItems(
                                spec, new CosmosQueryRequestOptions(), com.fasterxml.jackson.databind.JsonNode.class)
                        .byPage()
                : flights.queryItems(
                                spec, new CosmosQueryRequestOptions(), com.fasterxml.jackson.databind.JsonNode.class)
                        .byPage(pageSize);
        return pages.flatMapIterable(FeedResponse::getResults)
                .map(SqlThroughSdkTest::read)
                .collectList()
                .block();
    }

    private static JsonNode read(com.fasterxml.jackson.databind.JsonNode row) {
        return JSON.readTree(row.toString());
    }

    private static List<JsonNode> engine(String query) {
        List<JsonNode> rows = new ArrayList<>();
        Sql.bind(query, Map.of("@n", 10)).rows(documents.iterator()).forEachRemaining(rows::add);
        return rows;
    }

    private static List<Object> keys(List<JsonNode> rows) {
        return rows.stream().map(Equality::key).toList();
    }
}
