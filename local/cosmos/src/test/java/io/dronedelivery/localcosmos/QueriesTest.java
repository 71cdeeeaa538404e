package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static io.dronedelivery.localcosmos.Sdk.of;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** 600 flights: 30 owners with 20 each, numbered through, over nine partitions. */
class QueriesTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(9));

    private static CosmosAsyncContainer flights;

    @BeforeAll
    static void load() {
        flights = cosmos.sixHundredFlights();
    }

    @BeforeEach
    void forgetCalls() {
        cosmos.clearCalls();
    }

    private static List<JsonNode> query(String sql, CosmosQueryRequestOptions options) {
        return flights.queryItems(sql, options, JsonNode.class).collectList().block();
    }

    private static List<JsonNode> query(String sql) {
        return query(sql, new CosmosQueryRequestOptions());
    }

    private long dataCalls() {
        return cosmos.calls().stream().filter(CosmosCall::isData).count();
    }

    @Test
    void a_query_on_one_partition_key_is_one_call_and_sees_only_that_key() {
        assertThat(query("SELECT * FROM c", of("o-7")))
                .hasSize(20)
                .allSatisfy(flight -> assertThat(flight.get("ownerId").asText()).isEqualTo("o-7"));
        assertThat(dataCalls()).isEqualTo(1);
    }

    @Test
    void a_query_on_all_partitions_asks_each_of_them_once_and_plans_once() {
        List<CosmosCall> calls = Sdk.callsPlannedInTime(
                cosmos::calls,
                () -> assertThat(query("SELECT * FROM c WHERE c.month = 3")).hasSize(50));

        assertThat(calls)
                .filteredOn(CosmosCall::isData)
                .extracting(CosmosCall::partition)
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(calls)
                .filteredOn(call -> call.operation().equals("query-plan"))
                .hasSize(1);
    }

    @Test
    void a_filter_by_the_partition_key_alone_leads_to_its_partition() {
        assertThat(query("SELECT * FROM c WHERE c.ownerId = 'o-7' AND c.month = 2"))
                .hasSize(10);

        assertThat(dataCalls()).isEqualTo(1);
    }

    @Test
    void feed_ranges_together_hold_every_document_once() {
        List<JsonNode> all = new ArrayList<>();
        for (FeedRange range : flights.getFeedRanges().block()) {
            all.addAll(query("SELECT VALUE c.number FROM c", new CosmosQueryRequestOptions().setFeedRange(range)));
        }

        assertThat(all).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void a_part_of_a_partition_can_be_asked_for() {
        assertThat(query(
                        "SELECT * FROM c WHERE c.number >= 0",
                        new CosmosQueryRequestOptions()
                                .setFeedRange(FeedRange.forLogicalPartition(new PartitionKey("o-7")))))
                .hasSize(20);
    }

    @Test
    void results_of_all_partitions_are_put_together() {
        assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.month = 3")).hasToString("[50]");
        assertThat(query("SELECT VALUE SUM(c.number) FROM c")).hasToString("[179700.0]");
        assertThat(query("SELECT VALUE AVG(c.number) FROM c")).hasToString("[299.5]");
        assertThat(query("SELECT MIN(c.number) AS least, MAX(c.number) AS most FROM c"))
                .hasToString("[{\"least\":0,\"most\":599}]");
        assertThat(query("SELECT VALUE c.number FROM c ORDER BY c.number DESC OFFSET 3 LIMIT 4"))
                .hasToString("[596, 595, 594, 593]");
        assertThat(query("SELECT TOP 2 VALUE c.id FROM c ORDER BY c.id")).hasToString("[\"f-000\", \"f-001\"]");
        assertThat(query("SELECT DISTINCT VALUE c.month FROM c ORDER BY c.month"))
                .hasToString("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]");
        Map<Integer, Integer> flightsByMonth = new TreeMap<>();
        query("SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month")
                .forEach(row -> flightsByMonth.put(
                        row.get("month").asInt(), row.get("n").asInt()));
        assertThat(flightsByMonth)
                .hasSize(12)
                .allSatisfy((month, n) -> assertThat(n).isEqualTo(50));
    }

    @Test
    void parameters_take_the_place_of_values() {
        SqlQuerySpec spec = new SqlQuerySpec(
                "SELECT VALUE c.number FROM c WHERE c.ownerId = @owner AND c.month IN (@a, @b) AND c.id LIKE 'f-%'",
                List.of(new SqlParameter("@owner", "o-7"), new SqlParameter("@a", 2), new SqlParameter("@b", 8)));

        assertThat(flights.queryItems(spec, of("o-7"), Integer.class)
                        .collectList()
                        .block())
                .hasSize(20);
    }

    @Test
    void read_many_finds_each_document() {
        List<CosmosItemIdentity> wanted = IntStream.range(0, 90)
                .mapToObj(i -> new CosmosItemIdentity(new PartitionKey("o-" + i % 30), "f-%03d".formatted(i)))
                .toList();

        FeedResponse<ObjectNode> found =
                flights.readMany(wanted, ObjectNode.class).block();

        assertThat(found.getResults())
                .extracting(flight -> flight.get("number").asInt())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 90).boxed().toList());
    }

    @Test
    void read_all_items_reads_one_partition_key() {
        assertThat(flights.readAllItems(new PartitionKey("o-7"), ObjectNode.class)
                        .collectList()
                        .block())
                .hasSize(20);
    }

    @Test
    void what_the_language_has_and_this_engine_has_not_is_refused_by_name() {
        Sdk.assertRefused(
                flights.queryItems("SELECT udf.f(c) FROM c", of("o-7"), JsonNode.class)
                        .collectList(),
                400,
                0,
                "udf");
        Sdk.assertRefused(
                flights.queryItems("SELEKT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
                        .collectList(),
                400,
                0,
                "SELEKT");
        Sdk.assertRefused(
                flights.queryItems("SELECT * FROM c", of("o-7"), JsonNode.class)
                        .byPage("no token")
                        .next(),
                400,
                0,
                "no token");
    }
}
