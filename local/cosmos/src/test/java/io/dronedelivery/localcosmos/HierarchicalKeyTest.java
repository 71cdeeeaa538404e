package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

class HierarchicalKeyTest {
    @TempDir
    private Path directory;

    private LocalCosmos cosmos;
    private CosmosAsyncClient client;
    private CosmosAsyncContainer events;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(5).dataDirectory(directory));
        client = Sdk.client(cosmos);
        client.createDatabaseIfNotExists("db").block();
        PartitionKeyDefinition key = new PartitionKeyDefinition();
        key.setKind(PartitionKind.MULTI_HASH);
        key.setVersion(PartitionKeyDefinitionVersion.V2);
        key.setPaths(List.of("/tenant", "/user/id", "/session"));
        client.getDatabase("db")
                .createContainerIfNotExists(new CosmosContainerProperties("events", key))
                .block();
        events = client.getDatabase("db").getContainer("events");
    }

    @AfterEach
    void stop() {
        client.close();
        cosmos.close();
    }

    private static ObjectNode event(String id, String tenant, String user, String session) {
        ObjectNode event = Sdk.JSON.createObjectNode().put("id", id).put("tenant", tenant);
        event.putObject("user").put("id", user);
        return event.put("session", session);
    }

    private static PartitionKey key(String... levels) {
        PartitionKeyBuilder key = new PartitionKeyBuilder();
        for (String level : levels) {
            if (level == null) {
                key.addNullValue();
            } else {
                key.add(level);
            }
        }
        return key.build();
    }

    /** Tenants of 0 to 9, users of 0 to 2, sessions of 0 and 1: the id is all three. */
    private List<ObjectNode> sixty() {
        List<ObjectNode> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String tenant = "t" + i % 10;
            String user = "u" + i / 10 % 3;
            String session = "s" + i / 30;
            all.add(event(tenant + user + session, tenant, user, session));
        }
        return all;
    }

    private void createSixty() {
        List<CosmosItemOperation> creates = sixty().stream()
                .map(each -> CosmosBulkOperations.getCreateItemOperation(each, keyOf(each)))
                .toList();
        assertThat(events.executeBulkOperations(Flux.fromIterable(creates))
                        .collectList()
                        .block())
                .allMatch(answer -> answer.getResponse().getStatusCode() == 201);
    }

    private static PartitionKey keyOf(ObjectNode event) {
        return key(
                event.get("tenant").asText(),
                event.at("/user/id").asText(),
                event.get("session").asText());
    }

    private List<String> ids(String sql, PartitionKey key) {
        return events.queryItems(sql, new CosmosQueryRequestOptions().setPartitionKey(key), ObjectNode.class)
                .map(each -> each.get("id").asText())
                .collectList()
                .block();
    }

    private List<String> idsWhere(String where) {
        return events.queryItems("SELECT * FROM c WHERE " + where, ObjectNode.class)
                .map(each -> each.get("id").asText())
                .collectList()
                .block();
    }

    @Test
    void documents_are_written_and_read_by_the_whole_key() {
        PartitionKey key = key("t", "u", "s");
        events.createItem(event("1", "t", "u", "s"), key, null).block();
        events.upsertItem(event("2", "t", "u", "s")).block(); // the SDK finds the key in the document
        events.replaceItem(event("1", "t", "u", "s").put("n", 1), "1", key).block();
        events.patchItem("1", key, CosmosPatchOperations.create().increment("/n", 1), ObjectNode.class)
                .block();

        assertThat(events.readItem("1", key, ObjectNode.class)
                        .block()
                        .getItem()
                        .get("n")
                        .asInt())
                .isEqualTo(2);
        Sdk.assertRefused(events.readItem("1", key("t", "u", "other"), ObjectNode.class), 404, 0, "1");
        Sdk.assertRefused(
                events.patchItem("1", key, CosmosPatchOperations.create().set("/session", "x"), ObjectNode.class),
                400,
                0,
                "partition key");
        CosmosBatch batch = CosmosBatch.createCosmosBatch(key);
        batch.createItemOperation(event("3", "t", "u", "s"));
        batch.deleteItemOperation("2");
        assertThat(events.executeCosmosBatch(batch).block().isSuccessStatusCode())
                .isTrue();
        assertThat(ids("SELECT * FROM c", key)).containsExactly("1", "3");
    }

    @Test
    void null_missing_and_values_of_each_type_are_different_keys() {
        RawClient raw = new RawClient(cosmos);
        String docs = "dbs/db/colls/events/docs";
        List<String> keys = List.of("[\"t\",null,\"s\"]", "[\"t\",{},\"s\"]", "[\"t\",1,true]", "[\"t\",\"1\",false]");
        List<String> bodies = List.of(
                "\"tenant\":\"t\",\"user\":{\"id\":null},\"session\":\"s\"",
                "\"tenant\":\"t\",\"session\":\"s\"",
                "\"tenant\":\"t\",\"user\":{\"id\":1.0},\"session\":true",
                "\"tenant\":\"t\",\"user\":{\"id\":\"1\"},\"session\":false");
        for (int i = 0; i < keys.size(); i++) {
            assertThat(raw.post(docs, "{\"id\":\"x\"," + bodies.get(i) + "}", KEY, keys.get(i))
                            .status())
                    .isEqualTo(201);
        }
        for (String key : keys) {
            assertThat(raw.get(docs + "/x", KEY, key).status()).isEqualTo(200);
        }
        assertThat(ids("SELECT * FROM c", key("t", null, "s"))).containsExactly("x");
        assertThat(ids("SELECT * FROM c", key("t"))).hasSize(4);
    }

    @Test
    void queries_by_a_prefix_find_all_below_it_in_one_partition() {
        createSixty();

        assertThat(new TreeSet<>(ids("SELECT * FROM c", key("t3"))))
                .containsExactly("t3u0s0", "t3u0s1", "t3u1s0", "t3u1s1", "t3u2s0", "t3u2s1");
        cosmos.clearCalls();
        assertThat(ids("SELECT * FROM c ORDER BY c.id DESC", key("t3", "u1"))).containsExactly("t3u1s1", "t3u1s0");
        assertThat(cosmos.calls().stream()
                        .filter(call -> call.operation().equals("query"))
                        .map(CosmosCall::partition)
                        .collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(ids("SELECT * FROM c", key("t3", "u1", "s1"))).containsExactly("t3u1s1");
        assertThat(ids("SELECT * FROM c", key("none"))).isEmpty();
        assertThat(events.queryItems(
                                "SELECT VALUE COUNT(1) FROM c",
                                new CosmosQueryRequestOptions().setPartitionKey(key("t3")),
                                Integer.class)
                        .collectList()
                        .block())
                .containsExactly(6);
    }

    @Test
    void filters_over_all_partitions_find_their_documents() {
        createSixty();

        assertThat(idsWhere("c.tenant = 't3' AND c.user.id = 'u1' AND c.session = 's1'"))
                .containsExactly("t3u1s1");
        assertThat(idsWhere("c.tenant = 't3' AND c.user.id = 'u1'")).hasSize(2);
        assertThat(idsWhere("c.tenant IN ('t3', 't4')")).hasSize(12);
        assertThat(idsWhere("c.session = 's1'")).hasSize(30);
        assertThat(idsWhere("true ORDER BY c.id")).hasSize(60).isSorted();
    }

    @Test
    void reading_many_and_the_change_feed_know_them() {
        createSixty();
        List<CosmosItemIdentity> identities = sixty().subList(0, 30).stream()
                .map(each -> new CosmosItemIdentity(keyOf(each), each.get("id").asText()))
                .toList();

        assertThat(events.readMany(identities, ObjectNode.class).block().getResults())
                .hasSize(30);
        assertThat(changed(FeedRange.forFullRange())).isEqualTo(60);
        assertThat(changed(FeedRange.forLogicalPartition(key("t3", "u1", "s1"))))
                .isEqualTo(1);
    }

    private int changed(FeedRange range) {
        return Objects.requireNonNull(events.queryChangeFeed(
                                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range),
                                ObjectNode.class)
                        .collectList()
                        .block())
                .size();
    }

    @Test
    void they_survive_a_restart() {
        createSixty();
        events.deleteItem("t3u1s1", key("t3", "u1", "s1")).block();
        stop();
        start();

        assertThat(ids("SELECT * FROM c", key("t3", "u1"))).containsExactly("t3u1s0");
        assertThat(events.read()
                        .block()
                        .getProperties()
                        .getPartitionKeyDefinition()
                        .getKind())
                .isEqualTo(PartitionKind.MULTI_HASH);
        assertThat(idsWhere("true")).hasSize(59);
    }

    @Test
    void a_gateways_query_with_a_prefix_in_the_header_finds_all_below_it() {
        createSixty();
        RawClient.Answer answer = new RawClient(cosmos)
                .post(
                        "dbs/db/colls/events/docs",
                        "{\"query\":\"SELECT VALUE c.id FROM c\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        KEY,
                        "[\"t3\",\"u1\"]");

        assertThat(answer.body().path("Documents").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"t\"]", "[\"t\",\"u\"]", "[\"t\",\"u\",\"s\",\"x\"]", "\"t\""})
    void an_operation_on_one_document_needs_the_whole_key(String key) {
        RawClient.Answer answer = new RawClient(cosmos).get("dbs/db/colls/events/docs/1", KEY, key);

        assertRefused(answer, 400, "BadRequest", "array of 3 values");
        assertThat(answer.subStatus()).isEqualTo(1001);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"kind":"MultiHash","paths":["/a","/b","/c","/d"]}  | up to 3
            {"kind":"MultiHash","paths":[]}                     | up to 3
            {"kind":"Hash","paths":["/a","/b"]}                 | exactly one path
            {"kind":"MultiHash","paths":["/a","/a"]}            | same path twice
            {"kind":"MultiHash","paths":["/a",5]}               | partition key path
            {"kind":"MultiHash","paths":["/a","/_ts"]}          | '/_ts'
            {"kind":"MultiHash","paths":["/a","/b"],"version":1} | version '1'
            {"kind":"Range","paths":["/a"]}                     | kind 'Range'
            """)
    void definitions_that_the_service_would_not_take_are_refused(String key, String part) {
        assertRefused(
                new RawClient(cosmos).post("dbs/db/colls", "{\"id\":\"odd\",\"partitionKey\":" + key + "}"),
                400,
                "BadRequest",
                part);
    }

    @Test
    void a_document_whose_key_has_an_object_in_it_is_refused_and_no_replacement_changes_the_paths() {
        RawClient raw = new RawClient(cosmos);
        assertRefused(
                raw.post(
                        "dbs/db/colls/events/docs",
                        "{\"id\":\"1\",\"tenant\":\"t\",\"user\":{\"id\":{}},\"session\":\"s\"}",
                        KEY,
                        "[\"t\",{},\"s\"]"),
                400,
                "BadRequest",
                "'/user/id'");
        assertRefused(
                raw.send(
                        "PUT",
                        "dbs/db/colls/events",
                        "{\"id\":\"events\",\"partitionKey\":{\"kind\":\"MultiHash\",\"paths\":[\"/tenant\"]}}"),
                400,
                "BadRequest",
                "partition key cannot be changed");
    }

    @Test
    void parameters_work_too() {
        createSixty();
        SqlQuerySpec query = new SqlQuerySpec("SELECT * FROM c WHERE c.user.id = @u", new SqlParameter("@u", "u2"));

        assertThat(events.queryItems(
                                query, new CosmosQueryRequestOptions().setPartitionKey(key("t5")), ObjectNode.class)
                        .collectList()
                        .block())
                .hasSize(2);
    }
}
