package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** ORDER BY is served from an index: what a container's policy does not index cannot be sorted by. */
class IndexingPolicyTest {
    private static final String NO_COMPOSITE =
            "The order by query does not have a corresponding composite index that it can be served from";
    private static final String EXCLUDED = "The index path corresponding to the specified order-by item is excluded";

    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(2));

    private static final AtomicInteger containers = new AtomicInteger();
    private static RawClient client;
    private String container;

    @BeforeAll
    static void connect() {
        client = new RawClient(cosmos.cosmos());
        client.post("dbs", "{\"id\":\"db\"}");
    }

    @BeforeEach
    void newName() {
        container = "c" + containers.incrementAndGet();
    }

    private Answer create(String policy) {
        return client.post(
                "dbs/db/colls",
                "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/ownerId\"]}%s}"
                        .formatted(container, policy.isEmpty() ? "" : ",\"indexingPolicy\":" + policy));
    }

    private void write(String json) {
        assertThat(client.post(
                                "dbs/db/colls/" + container + "/docs",
                                json.replace("}", ",\"ownerId\":\"o\"}"),
                                "x-ms-documentdb-partitionkey",
                                "[\"o\"]")
                        .status())
                .isEqualTo(201);
    }

    private Answer query(String query) {
        return client.post(
                "dbs/db/colls/" + container + "/docs",
                RawClient.JSON.createObjectNode().put("query", query).toString(),
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-partitionkey",
                "[\"o\"]");
    }

    @Test
    void a_container_without_a_policy_has_the_services_own() {
        JsonNode created = create("").body();

        assertThat(created.path("indexingPolicy")).isEqualTo(RawClient.json("""
                        {"indexingMode":"consistent","automatic":true,"includedPaths":[{"path":"/*"}],
                         "excludedPaths":[{"path":"/\\"_etag\\"/?"}]}"""));
        assertThat(created.path("conflictResolutionPolicy")).isEqualTo(RawClient.json("""
                        {"mode":"LastWriterWins","conflictResolutionPath":"/_ts","conflictResolutionProcedure":""}"""));
        assertThat(client.get("dbs/db/colls/" + container).body()).isEqualTo(created);
    }

    @Test
    void several_sort_keys_need_a_composite_index_of_just_these() {
        create("{\"compositeIndexes\":[[{\"path\":\"/a\"},{\"path\":\"/b/c\",\"order\":\"descending\"}]]}");
        write("{\"id\":\"1\",\"a\":1,\"b\":{\"c\":1}}");

        assertThat(query("SELECT * FROM c ORDER BY c.a, c.b.c DESC").status()).isEqualTo(200);
        assertThat(query("SELECT * FROM c ORDER BY c.a DESC, c.b.c").status()).isEqualTo(200);
        assertRefused(query("SELECT * FROM c ORDER BY c.a, c.b.c"), 400, "BadRequest", NO_COMPOSITE);
        assertRefused(query("SELECT * FROM c ORDER BY c.b.c DESC, c.a"), 400, "BadRequest", NO_COMPOSITE);
        assertRefused(query("SELECT * FROM c ORDER BY c.a, c.b.c DESC, c.id"), 400, "BadRequest", NO_COMPOSITE);
    }

    @Test
    void an_excluded_path_can_be_filtered_and_not_sorted_by() {
        create("""
                {"includedPaths":[{"path":"/*"},{"path":"/a/b/?"}],"excludedPaths":[{"path":"/a/*"},{"path":"/\\"x y\\"/?"}]}""");
        write("{\"id\":\"1\",\"a\":{\"b\":1,\"c\":2}}");

        assertThat(query("SELECT * FROM c ORDER BY c.d").status()).isEqualTo(200);
        assertThat(query("SELECT * FROM c ORDER BY c.a.b").status()).isEqualTo(200);
        assertRefused(query("SELECT * FROM c ORDER BY c.a.c"), 400, "BadRequest", EXCLUDED);
        assertRefused(query("SELECT * FROM c ORDER BY c[\"x y\"]"), 400, "BadRequest", EXCLUDED);
        assertRefused(query("SELECT * FROM c ORDER BY c._etag"), 400, "BadRequest", EXCLUDED);
        assertThat(query("SELECT VALUE c.id FROM c WHERE c.a.c = 2").body().path("Documents"))
                .hasToString("[\"1\"]");
    }

    @Test
    void id_and_time_are_indexed_whatever_is_excluded() {
        create("{\"includedPaths\":[],\"excludedPaths\":[{\"path\":\"/*\"}]}");

        assertThat(query("SELECT * FROM c ORDER BY c.id").status()).isEqualTo(200);
        assertThat(query("SELECT * FROM c ORDER BY c._ts").status()).isEqualTo(200);
        assertRefused(query("SELECT * FROM c ORDER BY c.ownerId"), 400, "BadRequest", EXCLUDED);
    }

    @Test
    void without_an_index_nothing_is_sorted() {
        create("{\"indexingMode\":\"none\"}");

        assertRefused(query("SELECT * FROM c ORDER BY c.id"), 400, "BadRequest", EXCLUDED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a/?\"}]}"})
    void documents_without_the_sorted_property_come_first_or_in_descending_order_last(String policy) {
        create(policy);
        write("{\"id\":\"1\",\"a\":1}");
        write("{\"id\":\"2\"}");
        write("{\"id\":\"3\",\"a\":null}");

        assertThat(query("SELECT VALUE c.id FROM c ORDER BY c.a").body().path("Documents"))
                .hasToString("[\"2\",\"3\",\"1\"]");
        assertThat(query("SELECT VALUE c.id FROM c ORDER BY c.a DESC").body().path("Documents"))
                .hasToString("[\"1\",\"3\",\"2\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"includedPaths\":[{\"path\":\"/a/?\"}]}",
                "{\"includedPaths\":[{\"path\":\"a\"}]}",
                "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a*/?\"}]}",
                "{\"compositeIndexes\":[[{\"path\":\"/a\"}]]}",
                "{\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":\"up\"},{\"path\":\"/b\"}]]}",
                "{\"indexingMode\":\"lazy\"}",
                "{\"indexingMode\":{}}",
                "{\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":[]},{\"path\":\"/b\"}]]}"
            })
    void a_policy_that_the_service_would_not_take_is_refused(String policy) {
        assertThat(create(policy).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"partitionKey\":{\"paths\":[\"/o\"],\"kind\":{}}",
                "\"partitionKey\":{\"paths\":[\"/o\"],\"kind\":\"Range\"}",
                "\"partitionKey\":{\"paths\":[\"/o\"],\"version\":[2]}",
                "\"partitionKey\":{\"paths\":[\"/o\"]},\"conflictResolutionPolicy\":{\"mode\":\"Custom\"}",
                "\"partitionKey\":{\"paths\":[\"/o\"]},\"conflictResolutionPolicy\":{\"mode\":{}}"
            })
    void a_container_that_is_not_modelled_is_refused(String definition) {
        Answer answer = client.post("dbs/db/colls", "{\"id\":\"%s\",%s}".formatted(container, definition));

        assertThat(answer.status()).as(answer.toString()).isGreaterThanOrEqualTo(400);
    }
}
