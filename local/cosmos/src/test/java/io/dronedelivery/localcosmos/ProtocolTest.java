package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RawClient.Answer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private static final String DOCS = "dbs/db/colls/flights/docs";
    private static final String KEY = "x-ms-documentdb-partitionkey";
    private RawClient client;

    @BeforeEach
    void container() {
        client = new RawClient(cosmos.cosmos());
        client.post("dbs", "{\"id\":\"db\"}");
        client.post(
                "dbs/db/colls",
                "{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/ownerId\"],\"kind\":\"Hash\",\"version\":2}}");
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

    @Test
    void the_definition_of_a_container_cannot_be_replaced() {
        assertRefused(client.send("PUT", "dbs/db/colls/flights", "{}"), 400, "BadRequest", "Replacing the definition");
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
        "x-ms-documentdb-partitionkey, '[\"a\",\"b\"]', hierarchical",
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
    void bodies_that_are_no_documents_are_refused() {
        assertRefused(client.post(DOCS, "{\"id\":", KEY, "[\"o-1\"]"), 400, "BadRequest", "not valid JSON");
        assertRefused(client.post(DOCS, "[]", KEY, "[\"o-1\"]"), 400, "BadRequest", "not a JSON object");
        assertRefused(client.post(DOCS, "{\"id\":\"f\"}{}", KEY, "[{}]"), 400, "BadRequest", "more than one");
        assertRefused(
                client.post(DOCS, "x".repeat(4 * 1024 * 1024), KEY, "[1]"), 413, "RequestEntityTooLarge", "at most");
        assertRefused(client.post(DOCS, "{\"id\":\"f\",\"ownerId\":\"o-1\"}"), 400, "BadRequest", KEY);
    }

    @Test
    void of_several_properties_of_one_name_the_last_counts() {
        client.post(DOCS, "{\"id\":\"twice\",\"ownerId\":\"o-1\",\"s\":\"a\",\"s\":\"b\"}", KEY, "[\"o-1\"]");

        assertThat(idsWith("a")).isEqualTo("[]");
        assertThat(idsWith("b")).isEqualTo("[\"twice\"]");
    }

    private String idsWith(String s) {
        return query("SELECT VALUE c.id FROM c WHERE c.s = '" + s + "'", "o-1");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 63, 64, 65, 200})
    void a_query_may_compare_more_properties_than_an_index_is_built_over(int properties) {
        String name = "wide-" + properties;
        String query = IntStream.range(0, properties)
                .mapToObj(i -> "c.p" + i + " = " + i)
                .collect(
                        Collectors.joining(" AND ", "SELECT VALUE c.id FROM c WHERE ", " AND c.name = '" + name + "'"));
        String document = IntStream.range(0, properties)
                .mapToObj(i -> "\"p" + i + "\":" + i)
                .collect(Collectors.joining(",", "{\"ownerId\":\"" + name + "\",", ",\"name\":\"" + name + "\"}"));

        assertThat(query(query, name)).as("of no documents").isEqualTo("[]");
        assertThat(client.post(DOCS, document.replace("}", ",\"id\":\"f-1\"}"), KEY, "[\"" + name + "\"]")
                        .status())
                .isEqualTo(201);
        client.post(
                DOCS,
                document.replace("}", ",\"id\":\"f-2\"}").replace("\"p15\":15", "\"p15\":16"),
                KEY,
                "[\"" + name + "\"]");
        assertThat(query(query, name)).isEqualTo("[\"f-1\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "[{\"n\":1e999}]"})
    void a_parameter_with_a_number_beyond_the_doubles_is_refused(String value) {
        assertRefused(
                client.post(
                        DOCS,
                        "{\"query\":\"SELECT @x AS x FROM c\",\"parameters\":[{\"name\":\"@x\",\"value\":" + value
                                + "}]}",
                        "x-ms-documentdb-isquery",
                        "true",
                        KEY,
                        "[\"o-1\"]"),
                400,
                "BadRequest",
                "'@x' has a number that is too large for a double");
    }

    @Test
    void a_query_that_makes_too_long_a_text_is_refused_wherever_that_is() {
        String text = "REPLACE(REPLICATE('a', 9000), 'a', REPLICATE('b', 9000))";
        String document = "{\"id\":\"text\",\"ownerId\":\"o-text\"}";
        String[] owner = {KEY, "[\"o-text\"]"};
        client.post(DOCS, document, owner);

        for (String query : new String[] {
            "SELECT VALUE " + text + " FROM c",
            "SELECT * FROM c WHERE c.id = " + text,
            "SELECT * FROM c WHERE c.id IN (" + text + ", 'text') ORDER BY c.id"
        }) {
            String body = "{\"query\":\"" + query + "\"}";
            assertRefused(
                    client.post(DOCS, body, "x-ms-documentdb-isquery", "true", owner[0], owner[1]),
                    400,
                    "BadRequest",
                    "4194304 characters");
        }
        assertRefused(
                client.post(
                        "dbs",
                        "{\"query\":\"SELECT * FROM c WHERE c.id = " + text + "\"}",
                        "x-ms-documentdb-isquery",
                        "true"),
                400,
                "BadRequest",
                "4194304 characters");
        assertRefused(
                client.send(
                        "PATCH",
                        DOCS + "/text",
                        "{\"condition\":\"FROM c WHERE c.id = " + text
                                + "\",\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}",
                        owner),
                400,
                "BadRequest",
                "4194304 characters");
    }

    private String query(String query, String owner) {
        return client.post(
                        DOCS,
                        "{\"query\":\"" + query + "\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        KEY,
                        "[\"" + owner + "\"]")
                .body()
                .path("Documents")
                .toString();
    }

    @Test
    void a_plan_that_the_client_cannot_follow_is_refused_by_name() {
        String query = "{\"query\":\"SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month\"}";
        String plan = "x-ms-cosmos-is-query-plan-request";
        String features = "x-ms-cosmos-supported-query-features";

        assertRefused(
                client.post(DOCS, query, plan, "True", features, "Aggregate, OrderBy"), 400, "BadRequest", "GroupBy");
        assertThat(client.post(DOCS, query, plan, "True", features, "Aggregate, GroupBy")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, dbs/db/colls/none/docs/f, 1003",
        "GET, dbs/db/colls/none/docs, 1003",
        "POST, dbs/db/colls/none/docs, 1003",
        "GET, dbs/db/colls/none/pkranges, 1003",
        "GET, dbs/none/colls/flights/docs/f, 1003",
        "GET, dbs/none/colls/flights, 1003",
        "POST, dbs/none/colls, 1003",
        "DELETE, dbs/none/colls/flights, 1003",
        "GET, dbs/db/colls/none, 0",
        "DELETE, dbs/db/colls/none, 0",
        "GET, dbs/none, 0",
        "GET, dbs/db/colls/flights/docs/none, 0",
    })
    void a_missing_owner_is_told_from_the_missing_resource_itself(String method, String path, int subStatus) {
        Answer answer = client.send(method, path, "{\"id\":\"f\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.subStatus()).isEqualTo(subStatus);
        assertThat(answer.body().get("message").asString()).contains("'none'");
    }

    @Test
    void a_read_that_demands_more_than_the_partition_has_seen_is_not_answered() {
        Answer written = client.post(
                DOCS, "{\"id\":\"s\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]", "x-ms-documentdb-is-upsert", "true");
        String token = written.headers().get("x-ms-session-token");
        assertThat(token).matches("[012]:-1#\\d+");
        String range = token.substring(0, 1);

        assertThat(client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", token)
                        .status())
                .isEqualTo(200);
        Answer early = client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", range + ":-1#999999");
        assertThat(early.status()).isEqualTo(404);
        assertThat(early.subStatus()).isEqualTo(1002);
        Answer otherRange = client.get(DOCS + "/s", KEY, "[\"o-1\"]", "x-ms-session-token", "7:-1#999999," + token);
        assertThat(otherRange.status()).isEqualTo(200);
    }

    @Test
    void a_part_of_a_range_is_asked_for_by_its_ends() {
        for (int i = 0; i < 30; i++) {
            String owner = "e-" + i;
            client.post(
                    DOCS,
                    "{\"id\":\"%s\",\"ownerId\":\"%s\"}".formatted(owner, owner),
                    KEY,
                    "[\"" + owner + "\"]",
                    "x-ms-documentdb-is-upsert",
                    "true");
        }

        int whole = countIn("", "15555555555555555555555555555555");
        int lower = countIn("", "0A");
        int upper = countIn("0A", "15555555555555555555555555555555");

        assertThat(lower).isPositive();
        assertThat(upper).isPositive();
        assertThat(lower + upper).isEqualTo(whole);
    }

    private int countIn(String startEpk, String endEpk) {
        return client.post(
                        DOCS,
                        "{\"query\":\"SELECT * FROM c WHERE STARTSWITH(c.id, 'e-')\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        "x-ms-documentdb-partitionkeyrangeid",
                        "0",
                        "x-ms-start-epk",
                        startEpk,
                        "x-ms-end-epk",
                        endEpk)
                .body()
                .get("_count")
                .asInt();
    }

    @Test
    void a_range_that_does_not_exist_is_gone() {
        Answer answer = client.post(
                DOCS,
                "{\"query\":\"SELECT * FROM c\"}",
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-partitionkeyrangeid",
                "17");

        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.subStatus()).isEqualTo(1002);
    }

    @Test
    void every_answer_has_its_charge_and_data_its_place() {
        Answer answer = client.post(
                DOCS, "{\"id\":\"p\",\"ownerId\":\"o-1\"}", KEY, "[\"o-1\"]", "x-ms-documentdb-is-upsert", "true");

        assertThat(answer.headers())
                .containsKeys("x-ms-activity-id", "x-ms-session-token", "lsn", "etag", "x-ms-request-charge")
                .containsEntry("x-ms-alt-content-path", "dbs/db/colls/flights")
                .containsEntry("x-ms-schemaversion", "1.18");
        assertThat(client.get("dbs").headers()).containsEntry("x-ms-request-charge", "1");
    }

    @Test
    void partition_key_ranges_are_told_once_and_found_by_resource_ids() {
        String rid = client.get("dbs/db/colls/flights").body().get("_self").asString();
        Answer ranges = client.get("dbs/db/colls/flights/pkranges", "A-IM", "Incremental Feed");

        assertThat(ranges.body().get("PartitionKeyRanges")).hasSize(3);
        assertThat(client.get(
                                "dbs/db/colls/flights/pkranges",
                                "A-IM",
                                "Incremental Feed",
                                "If-None-Match",
                                ranges.headers().get("etag"))
                        .status())
                .isEqualTo(304);
        assertThat(client.get(rid.substring(0, rid.length() - 1)).status()).isEqualTo(200);
    }

    @Test
    void throughput_is_a_multiple_of_a_hundred_from_four_hundred_on() {
        String rid = client.get("offers").body().at("/Offers/0/_rid").asString();

        assertRefused(
                client.send("PUT", "offers/" + rid, "{\"content\":{\"offerThroughput\":450}}"),
                400,
                "BadRequest",
                "450");
        assertRefused(
                client.send("PUT", "offers/" + rid, "{\"content\":{\"offerThroughput\":300}}"),
                400,
                "BadRequest",
                "300");
    }

    @Test
    void the_members_of_a_batch_operation_come_in_any_order() {
        String body = "[{\"resourceBody\":{\"id\":\"b-1\",\"ownerId\":\"o-17\",\"n\":1},\"operationType\":\"Create\"},"
                + "{\"resourceBody\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}],\"id\":\"b-1\",\"operationType\":\"Patch\"},"
                + "{\"id\":\"b-1\",\"operationType\":\"Read\"}]";

        Answer answer = batch(body);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get(2).get("resourceBody").get("n").asInt()).isEqualTo(2);
    }

    @Test
    void a_batch_gives_the_documents_back_that_it_reads_and_not_those_that_it_writes_if_none_are_wanted() {
        Answer answer = batch(
                "[{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"b-2\",\"ownerId\":\"o-17\"}},"
                        + "{\"id\":\"b-2\",\"operationType\":\"Read\"}]",
                "prefer",
                "return=minimal");

        assertThat(answer.body().get(0).has("resourceBody")).isFalse();
        assertThat(answer.body().get(1).get("resourceBody").get("id").asString())
                .isEqualTo("b-2");
    }

    @Test
    void no_operation_of_a_transaction_names_another_partition_key() {
        String create =
                "[{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"%s\\\"]\",\"resourceBody\":{\"id\":\"b-3\",\"ownerId\":\"%s\"}}]";

        assertRefused(batch(create.formatted("o-18", "o-18")), 400, "BadRequest", "different partition key");
        assertThat(client.get(DOCS + "/b-3", KEY, "[\"o-18\"]").status()).isEqualTo(404);
        assertThat(batch(create.formatted("o-17", "o-17")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2"})
    void a_transaction_is_done_where_its_partition_key_is(String range) {
        String id = "b-range-" + range;
        Answer answer = batch(
                "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"" + id + "\",\"ownerId\":\"o-17\"}}]",
                "x-ms-documentdb-partitionkeyrangeid",
                range);

        assertThat(client.get(DOCS + "/" + id, KEY, "[\"o-17\"]").status())
                .isEqualTo(answer.status() == 200 ? 200 : 404);
        assertThat(answer.status()).isIn(200, 410);
    }

    @Test
    void a_batch_of_more_than_two_megabytes_is_too_large() {
        String document =
                "{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"b-%d\",\"ownerId\":\"o-17\",\"text\":\""
                        + "x".repeat(800_000) + "\"}}";

        assertRefused(
                batch("[" + document.formatted(1) + "," + document.formatted(2) + "," + document.formatted(3) + "]"),
                413,
                "RequestEntityTooLarge",
                "2 MB");
    }

    private Answer batch(String body, String... headers) {
        return client.post(
                DOCS,
                body,
                Stream.concat(
                                Stream.of(
                                        "x-ms-cosmos-is-batch-request",
                                        "true",
                                        "x-ms-cosmos-batch-atomic",
                                        "true",
                                        "x-ms-documentdb-partitionkey",
                                        "[\"o-17\"]"),
                                Stream.of(headers))
                        .toArray(String[]::new));
    }

    @Test
    void a_partition_key_has_at_most_2048_bytes() {
        String longest = "é".repeat(1_024);

        assertThat(client.post(
                                DOCS,
                                Sdk.flight("k-1", longest, 1).toString(),
                                "x-ms-documentdb-partitionkey",
                                asciiKey(longest))
                        .status())
                .isEqualTo(201);
        assertRefused(
                client.post(
                        DOCS,
                        Sdk.flight("k-2", longest + "x", 1).toString(),
                        "x-ms-documentdb-partitionkey",
                        asciiKey(longest + "x")),
                400,
                "BadRequest",
                "2048 bytes");
    }

    private static String asciiKey(String key) {
        return "[\"" + key.replace("é", "\\u00e9") + "\"]";
    }

    @Test
    void a_document_has_at_most_128_levels_of_embedded_values() {
        String[] owner = {"x-ms-documentdb-partitionkey", "[\"o-17\"]"};
        String document = "{\"id\":\"deep-%d\",\"ownerId\":\"o-17\",\"deep\":%s}";

        assertThat(client.post(DOCS, document.formatted(1, "[".repeat(128) + "]".repeat(128)), owner)
                        .status())
                .isEqualTo(201);
        assertRefused(
                client.post(DOCS, document.formatted(2, "[".repeat(129) + "]".repeat(129)), owner),
                400,
                "BadRequest",
                "128 levels");
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

    @Test
    void a_client_that_names_no_features_gets_no_plan_that_needs_some() {
        assertRefused(
                client.post(
                        DOCS,
                        "{\"query\":\"SELECT VALUE COUNT(1) FROM c\"}",
                        "x-ms-cosmos-is-query-plan-request",
                        "True"),
                400,
                "BadRequest",
                "Aggregate");
    }
}
