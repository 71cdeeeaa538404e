package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

class UniqueKeyTest {
    private static final PartitionKey A = new PartitionKey("a");
    private static final String VIOLATION = "Unique index constraint violation";

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private LocalCosmos cosmos;
    private CosmosAsyncClient client;
    private CosmosAsyncContainer users;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(3).dataDirectory(directory).clock(now::get));
        client = Sdk.client(cosmos);
        client.createDatabaseIfNotExists("db").block();
        client.getDatabase("db").createContainerIfNotExists(users("/email")).block();
        users = client.getDatabase("db").getContainer("users");
    }

    @AfterEach
    void stop() {
        client.close();
        cosmos.close();
    }

    private static CosmosContainerProperties users(String... paths) {
        return new CosmosContainerProperties("users", "/team")
                .setDefaultTimeToLiveInSeconds(-1)
                .setUniqueKeyPolicy(new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of(paths)))));
    }

    private static ObjectNode user(String id, String team, String email) {
        return Sdk.JSON.createObjectNode().put("id", id).put("team", team).put("email", email);
    }

    private static void assertViolates(Mono<?> call) {
        Sdk.assertRefused(call, 409, 0, VIOLATION);
    }

    @Test
    void a_value_occurs_once_in_a_logical_partition_whatever_writes_it() {
        users.createItem(user("1", "a", "x")).block();
        users.createItem(user("1", "b", "x")).block();
        users.createItem(user("2", "a", "y")).block();

        assertViolates(users.createItem(user("3", "a", "x")));
        assertViolates(users.upsertItem(user("3", "a", "x")));
        assertViolates(users.upsertItem(user("2", "a", "x")));
        assertViolates(users.replaceItem(user("2", "a", "x"), "2", A));
        assertViolates(users.replaceItem(user("9", "a", "x"), "2", A));
        assertViolates(users.patchItem("2", A, CosmosPatchOperations.create().set("/email", "x"), ObjectNode.class));

        users.replaceItem(user("1", "a", "z"), "1", A).block();
        users.upsertItem(user("2", "a", "x")).block();
        users.replaceItem(user("renamed", "a", "x"), "2", A).block();
        users.deleteItem("renamed", A).block();
        users.createItem(user("4", "a", "x")).block();
    }

    @Test
    void operations_of_a_batch_see_each_others_values_and_a_failed_one_leaves_none() {
        users.createItem(user("1", "a", "x")).block();
        CosmosBatch failing = CosmosBatch.createCosmosBatch(A);
        failing.deleteItemOperation("1");
        failing.createItemOperation(user("2", "a", "x"));
        failing.createItemOperation(user("3", "a", "x"));

        CosmosBatchResponse failed = users.executeCosmosBatch(failing).block();

        assertThat(failed.getResults())
                .extracting(result -> result.getStatusCode())
                .containsExactly(424, 424, 409);
        assertViolates(users.createItem(user("4", "a", "x")));
        CosmosBatch swapping = CosmosBatch.createCosmosBatch(A);
        swapping.deleteItemOperation("1");
        swapping.createItemOperation(user("2", "a", "x"));
        assertThat(users.executeCosmosBatch(swapping).block().isSuccessStatusCode())
                .isTrue();
        assertViolates(users.createItem(user("4", "a", "x")));
    }

    @Test
    void a_missing_value_counts_as_null_and_types_differ() {
        users.createItem(Map.of("id", "1", "team", "a")).block();

        assertViolates(users.createItem(user("2", "a", null)));
        users.createItem(Map.of("id", "3", "team", "a", "email", 1)).block();
        users.createItem(user("4", "a", "1")).block();
        assertViolates(users.createItem(Map.of("id", "5", "team", "a", "email", 1.0)));
        users.createItem(Map.of("id", "6", "team", "a", "email", List.of("x"))).block();
        assertViolates(users.createItem(Map.of("id", "7", "team", "a", "email", List.of("x"))));
    }

    @Test
    void a_key_of_several_paths_forbids_the_combination() {
        RawClient raw = new RawClient(cosmos);
        raw.post(
                "dbs/db/colls",
                definition("two", "[{\"paths\":[\"/first/name\",\"/last\"]},{\"paths\":[\"/phone\"]}]"));
        CosmosAsyncContainer two = client.getDatabase("db").getContainer("two");
        String ada = "{\"id\":\"1\",\"team\":\"a\",\"first\":{\"name\":\"Ada\"},\"last\":\"L\",\"phone\":1}";
        two.createItem(Sdk.json(ada)).block();

        two.createItem(Sdk.json(
                        ada.replace("\"L\",\"phone\":1", "\"M\",\"phone\":2").replace("\"1\"", "\"2\"")))
                .block();
        assertViolates(
                two.createItem(Sdk.json(ada.replace("phone\":1", "phone\":3").replace("\"1\"", "\"3\""))));
        assertViolates(two.createItem(Sdk.json(ada.replace("\"L\"", "\"N\"").replace("\"1\"", "\"3\""))));
    }

    @Test
    void values_stay_taken_over_a_restart() {
        users.createItem(user("1", "a", "x")).block();
        users.createItem(user("2", "a", "y")).block();
        users.deleteItem("2", A).block();
        stop();
        start();

        assertViolates(users.createItem(user("3", "a", "x")));
        users.createItem(user("4", "a", "y")).block();
    }

    @Test
    void an_expired_document_takes_no_value() {
        users.createItem(user("1", "a", "x").put("ttl", 10)).block();
        assertViolates(users.createItem(user("2", "a", "x")));
        now.set(now.get().plusSeconds(12));

        users.createItem(user("2", "a", "x")).block();
        assertViolates(users.createItem(user("1", "a", "x")));
    }

    @Test
    void no_replacement_of_the_container_changes_them() {
        CosmosContainerProperties read = users.read().block().getProperties();
        users.replace(read.setIndexingPolicy(new IndexingPolicy())).block();

        CosmosContainerProperties other =
                read.setUniqueKeyPolicy(new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/name")))));
        Sdk.assertRefused(users.replace(other), 403, 0, "unique index cannot be modified");
        assertRefused(
                new RawClient(cosmos)
                        .send(
                                "PUT",
                                "dbs/db/colls/users",
                                "{\"id\":\"users\",\"partitionKey\":{\"paths\":[\"/team\"]}}"),
                403,
                "Forbidden",
                "unique index cannot be modified");
        assertThat(users.read().block().getProperties().getUniqueKeyPolicy().getUniqueKeys())
                .extracting(UniqueKey::getPaths)
                .containsExactly(List.of("/email"));
    }

    private static String definition(String id, String keys) {
        return "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/team\"],\"kind\":\"Hash\",\"version\":2},\"uniqueKeyPolicy\":{\"uniqueKeys\":%s}}"
                .formatted(id, keys);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                        | uniqueKeys
            "x"                                       | uniqueKeys
            [{}]                                      | 'paths'
            ["/email"]                                | 'paths'
            [{"paths":[]}]                            | 'paths'
            [{"paths":"/email"}]                      | 'paths'
            [{"paths":["email"]}]                     | unique key path 'email'
            [{"paths":["/a/*"]}]                      | unique key path '/a/*'
            [{"paths":[5]}]                           | unique key path '5'
            [{"paths":["/_ts"]}]                      | '/_ts', a system property
            [{"paths":["/a","/a"]}]                   | '/a' twice
            [{"paths":["/a","/b"]},{"paths":["/b","/a"]}] | same unique key twice
            """)
    void definitions_that_the_service_would_not_take_are_refused(String keys, String part) {
        assertRefused(new RawClient(cosmos).post("dbs/db/colls", definition("odd", keys)), 400, "BadRequest", part);
    }

    @Test
    void there_are_at_most_ten_keys_of_sixteen_paths() {
        String many = "[" + "{\"paths\":[\"/a\"]},".repeat(10) + "{\"paths\":[\"/b\"]}]";
        assertRefused(
                new RawClient(cosmos).post("dbs/db/colls", definition("odd", many)), 400, "BadRequest", "at most 10");
        String paths = "[{\"paths\":[" + "\"/a\",".repeat(16) + "\"/b\"]}]";
        assertRefused(
                new RawClient(cosmos).post("dbs/db/colls", definition("odd", paths)), 400, "BadRequest", "1 to 16");
        assertThat(new RawClient(cosmos)
                        .post("dbs/db/colls/users/docs", "{\"id\":\"1\",\"team\":\"a\"}", KEY, "[\"a\"]")
                        .status())
                .isEqualTo(201);
    }
}
