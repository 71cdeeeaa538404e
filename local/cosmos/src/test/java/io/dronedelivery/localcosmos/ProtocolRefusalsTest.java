package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the protocol has and the stand-in does not, or nobody has: refused by its name. */
class ProtocolRefusalsTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "dbs/db/colls/flights/sprocs, Stored procedures",
                "dbs/db/colls/flights/triggers, Triggers",
                "dbs/db/colls/flights/udfs, User-defined functions",
                "dbs/db/colls/flights/conflicts, The conflicts feed",
                "dbs/db/users, Users",
                "dbs/db/users/u/permissions, Users",
                "dbs/db/clientencryptionkeys, Client encryption keys",
                "addresses, Direct mode",
                "nonsense, '/nonsense' is unknown",
            })
    void what_is_not_modelled_is_refused_by_name(String path, String named) {
        assertRefused(client.get(path), 400, "BadRequest", named);
    }

    @ParameterizedTest
    @CsvSource({
        "dbs/db/colls/flights/operations/partitionkeydelete, Deleting all documents of a partition key",
        "dbs/db/users, Users"
    })
    void what_is_not_modelled_is_named_whatever_its_signature_is_made_of(String path, String name) {
        assertRefused(
                new RawClient(cosmos.cosmos()).withKey("c29tZSBvdGhlciBrZXk=").post(path, ""), 400, "BadRequest", name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                       | 'id'
            {"id":"flights"}                                                         | partitionKey
            {"id":"other","partitionKey":{"paths":["/ownerId"]}}                     | keeps its id
            {"id":"flights","partitionKey":{"paths":["/id"]}}                        | partition key cannot be changed
            {"id":"flights","partitionKey":{"paths":["/ownerId"]},"analyticalStorageTtl":-1} | analyticalStorageTtl
            {"id":"flights","partitionKey":{"paths":["/ownerId"]},"conflictResolutionPolicy":{"conflictResolutionPath":"/n"}} | conflict resolution
            """)
    void what_no_container_can_change_is_refused_by_its_name(String definition, String named) {
        assertRefused(client.send("PUT", "dbs/db/colls/flights", definition), 400, "BadRequest", named);
        assertThat(client.send("PUT", "dbs/db/colls/none", definition).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/*", "/'a/b'", "/'a", "/''", "/'a\\\\b'", "a", "/a/[]"})
    void a_partition_key_path_has_names_only(String path) {
        String text = path.replace("'", "\\\"");
        assertRefused(
                client.post("dbs/db/colls", "{\"id\":\"odd\",\"partitionKey\":{\"paths\":[\"" + text + "\"]}}"),
                400,
                "BadRequest",
                "partition key path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_ts", "/_etag", "/_rid/x"})
    void a_system_property_is_no_partition_key(String path) {
        assertRefused(
                client.post("dbs/db/colls", "{\"id\":\"odd\",\"partitionKey\":{\"paths\":[\"" + path + "\"]}}"),
                400,
                "BadRequest",
                path);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "id":5                                    | id
            "indexingPolicy":5                        | indexingPolicy
            "indexingPolicy":[]                       | indexingPolicy
            "indexingPolicy":{"includedPaths":5}      | includedPaths
            "indexingPolicy":{"excludedPaths":{}}     | excludedPaths
            "indexingPolicy":{"compositeIndexes":"x"} | compositeIndexes
            "uniqueKeyPolicy":5                       | uniqueKeyPolicy
            "conflictResolutionPolicy":[1]            | conflictResolutionPolicy
            """)
    void a_member_of_a_definition_that_is_of_another_kind_is_refused_by_its_name(String member, String name) {
        assertRefused(
                client.post(
                        "dbs/db/colls", "{\"id\":\"odd\",\"partitionKey\":{\"paths\":[\"/ownerId\"]}," + member + "}"),
                400,
                "BadRequest",
                "'" + name + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "x-ms-documentdb-pre-trigger-include, t1, pre-trigger",
        "x-ms-consistency-level, Strong, Strong",
        "x-ms-documentdb-partitionkey, '[\"a\",\"b\"]', not an array of one value",
        "x-ms-documentdb-partitionkey, 'nonsense', not valid JSON",
        "if-none-match, *, If-None-Match",
    })
    void headers_that_would_mean_something_else_are_refused_by_name(String header, String value, String named) {
        assertRefused(
                client.post(DOCS, "{\"id\":\"f\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]", header, value),
                400,
                "BadRequest",
                named);
    }

    @Test
    void methods_that_a_resource_does_not_know_are_refused() {
        assertRefused(client.send("DELETE", "dbs", ""), 405, "MethodNotAllowed", "DELETE on '/dbs'");
        assertRefused(client.send("PUT", DOCS, "{}"), 405, "MethodNotAllowed", "PUT");
        assertThat(client.send("PATCH", "dbs/db", "{}").status()).isEqualTo(405);
    }

    @Test
    void index_metrics_are_refused_by_name() {
        assertRefused(
                client.post(
                        DOCS,
                        "{\"query\":\"SELECT * FROM c\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        "x-ms-cosmos-populateindexmetrics",
                        "True"),
                400,
                "BadRequest",
                "Index metrics");
    }
}
