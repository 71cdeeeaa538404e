package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Queries that name neither a partition key nor a key range: what the gateway does itself, and what it leaves to the client. */
class CrossPartitionTest {
    private static final String DOCS = "dbs/db/colls/flights/docs";
    private static final String[] CROSS = {
        "x-ms-documentdb-isquery", "true", "x-ms-documentdb-query-enablecrosspartition", "True"
    };

    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(9));

    private static RawClient client;

    @BeforeAll
    static void sixty_flights() {
        cosmos.cosmos()
                .container("db", "flights", "/ownerId", 400)
                .load(IntStream.range(0, 60)
                        .mapToObj(i -> Sdk.flight("f-" + i, "o-" + i % 30, 1 + i % 12)
                                .put("number", i)
                                .toString()
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        client = new RawClient(cosmos.cosmos());
    }

    private static Answer query(String query, String... headers) {
        return client.post(
                DOCS, RawClient.JSON.createObjectNode().put("query", query).toString(), headers);
    }

    private static String[] crossWith(String... more) {
        return Stream.concat(Stream.of(CROSS), Stream.of(more)).toArray(String[]::new);
    }

    /** Follows the continuation to the end. */
    private static List<JsonNode> all(String query, int pageSize) {
        List<JsonNode> rows = new ArrayList<>();
        String token = "";
        while (token != null) {
            Answer page = query(
                    query, crossWith("x-ms-max-item-count", Integer.toString(pageSize), "x-ms-continuation", token));
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body().path("Documents").size()).isLessThanOrEqualTo(pageSize);
            page.body().path("Documents").forEach(rows::add);
            token = page.headers().get("x-ms-continuation");
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void filters_and_projections_are_served_page_by_page_over_all_partitions(int pageSize) {
        assertThat(all("SELECT VALUE c.number FROM c", pageSize))
                .extracting(JsonNode::asInt)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 60).boxed().toList());
        assertThat(all("SELECT c.id FROM c WHERE c.number < 10 AND c.month > 3", pageSize))
                .hasSize(7);
        assertThat(all("SELECT VALUE c.month FROM c WHERE c.ownerId IN ('o-1', 'o-2', 'o-3')", pageSize))
                .hasSize(6);
    }

    @Test
    void a_filter_on_one_partition_key_asks_one_partition_whatever_the_query() {
        String[] withoutCross = {"x-ms-documentdb-isquery", "true"};

        Answer answer = query("SELECT VALUE COUNT(1) FROM c WHERE c.ownerId = 'o-7'", withoutCross);

        assertThat(answer.body().path("Documents")).hasToString("[2]");
        assertThat(answer.headers()).doesNotContainKey("x-ms-continuation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c ORDER BY c.number",
                "SELECT TOP 3 * FROM c",
                "SELECT * FROM c OFFSET 1 LIMIT 2",
                "SELECT DISTINCT c.month FROM c",
                "SELECT VALUE COUNT(1) FROM c",
                "SELECT c.month FROM c GROUP BY c.month"
            })
    void what_a_client_has_to_put_together_is_left_to_it_with_the_plan(String query) {
        Answer answer = query(query, CROSS);

        assertRefused(
                answer,
                400,
                "BadRequest",
                "The provided cross partition query can not be directly served by the gateway");
        assertThat(answer.subStatus()).isEqualTo(1004);
        JsonNode plan = RawClient.json(answer.body().path("additionalErrorInfo").stringValue());
        assertThat(plan)
                .isEqualTo(query(
                                query,
                                "x-ms-cosmos-is-query-plan-request",
                                "True",
                                "x-ms-cosmos-supported-query-features",
                                "Aggregate, Distinct, GroupBy, OffsetAndLimit, OrderBy, Top")
                        .body());
        assertThat(plan.path("queryRanges").path(0).path("max").asString()).isEqualTo("FF");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT COUNT(1) AS n FROM c", "SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month"})
    void named_aggregates_are_refused_without_a_plan(String query) {
        assertRefused(
                query(query, CROSS),
                400,
                "BadRequest",
                "Cross partition query only supports 'VALUE <AggregateFunc>' for aggregates");
    }

    @Test
    void a_query_over_partitions_has_to_be_allowed() {
        assertRefused(
                query("SELECT * FROM c", "x-ms-documentdb-isquery", "true"),
                400,
                "BadRequest",
                "Cross partition query is required but disabled");
    }

    @Test
    void the_header_of_the_sdk_for_go_marks_a_query_too() {
        Answer answer = query(
                "SELECT VALUE c.id FROM c WHERE c.number = 17",
                "x-ms-documentdb-query",
                "True",
                "x-ms-documentdb-query-enablecrosspartition",
                "True",
                "x-ms-max-item-count",
                "100");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(client.post("dbs", "{\"query\":\"SELECT * FROM c\"}", "x-ms-documentdb-query", "True")
                        .body()
                        .path("Databases"))
                .hasSize(1);
    }

    @Test
    void all_documents_are_listed_page_by_page() {
        List<JsonNode> documents = new ArrayList<>();
        String token = "";
        while (token != null) {
            Answer page = client.get(DOCS, "x-ms-max-item-count", "4", "x-ms-continuation", token);
            page.body().path("Documents").forEach(documents::add);
            token = page.headers().get("x-ms-continuation");
        }

        assertThat(documents)
                .extracting(document -> document.path("number").asInt())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 60).boxed().toList());
    }

    @Test
    void a_token_of_another_container_or_query_kind_is_refused() {
        cosmos.cosmos().container("db", "other", "/ownerId", 400);
        String token = query("SELECT * FROM c", crossWith("x-ms-max-item-count", "1"))
                .headers()
                .get("x-ms-continuation");

        assertRefused(
                client.get("dbs/db/colls/other/docs", "x-ms-continuation", token), 400, "BadRequest", "continuation");
        assertRefused(
                query(
                        "SELECT * FROM c ORDER BY c.id",
                        "x-ms-documentdb-isquery",
                        "true",
                        "x-ms-documentdb-partitionkey",
                        "[\"o-1\"]",
                        "x-ms-continuation",
                        token),
                400,
                "BadRequest",
                "continuation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"no JSON", "17", "{\"p\":{}}", "{\"p\":0,\"c\":{},\"g\":[]}", "{\"p\":0,\"c\":null,\"g\":true}"})
    void a_token_that_was_never_given_is_refused(String json) {
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));

        assertRefused(
                query("SELECT * FROM c", crossWith("x-ms-continuation", token)), 400, "BadRequest", "continuation");
    }
}
