package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static io.dronedelivery.localcosmos.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeToLiveTest {
    private static final String DOCS = "dbs/db/colls/keys/docs";
    private static final String[] OWNER = {KEY, "[\"o-1\"]"};

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    private LocalCosmos cosmos;
    private RawClient client;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(3).dataDirectory(directory).clock(now::get));
        client = new RawClient(cosmos).signingAt(now.get());
    }

    @AfterEach
    void stop() {
        cosmos.close();
    }

    private void restart() {
        cosmos.close();
        start();
    }

    private void pass(long seconds) {
        now.set(now.get().plusSeconds(seconds));
        client.signingAt(now.get());
    }

    private RawClient.Answer container(String more) {
        client.post("dbs", "{\"id\":\"db\"}");
        return client.post("dbs/db/colls", definition(more));
    }

    private static String definition(String more) {
        return "{\"id\":\"keys\",\"partitionKey\":{\"paths\":[\"/ownerId\"],\"kind\":\"Hash\",\"version\":2}" + more
                + "}";
    }

    private RawClient.Answer create(String id, String more) {
        return client.post(DOCS, document(id, more), OWNER);
    }

    private static String document(String id, String more) {
        return "{\"id\":\"%s\",\"ownerId\":\"o-1\"%s}".formatted(id, more);
    }

    private int read(String id) {
        return client.get(DOCS + "/" + id, OWNER).status();
    }

    private List<String> ids(RawClient.Answer answer) {
        List<String> ids = new ArrayList<>();
        answer.body().path("Documents").forEach(each -> ids.add(each.path("id").asString()));
        return ids;
    }

    private List<String> queried() {
        return ids(client.post(
                DOCS,
                "{\"query\":\"SELECT * FROM c WHERE c.ownerId = 'o-1'\"}",
                "x-ms-documentdb-isquery",
                "true",
                KEY,
                "[\"o-1\"]"));
    }

    @Test
    void a_document_lives_as_long_as_it_says_or_else_as_its_container_says() {
        assertThat(container(",\"defaultTtl\":60").status()).isEqualTo(201);
        create("default", "");
        create("short", ",\"ttl\":10");
        create("null", ",\"ttl\":null");
        create("forever", ",\"ttl\":-1");

        pass(10);
        assertThat(queried()).containsExactly("default", "short", "null", "forever");
        pass(1);
        assertThat(queried()).containsExactly("default", "null", "forever");
        assertThat(read("short")).isEqualTo(404);
        pass(50);

        assertThat(queried()).containsExactly("forever");
        assertThat(ids(client.get(DOCS, OWNER))).containsExactly("forever");
        assertThat(ids(client.get(DOCS, "A-IM", "Incremental Feed", KEY, "[\"o-1\"]")))
                .containsExactly("forever");
        assertThat(read("default")).isEqualTo(404);
        assertThat(cosmos.container("db", "keys", "/ownerId", 400).count()).isEqualTo(1);
    }

    @Test
    void a_write_begins_the_time_anew_and_an_expired_document_is_not_there_for_writes() {
        container(",\"defaultTtl\":-1");
        create("kept", ",\"ttl\":60");
        create("gone", ",\"ttl\":60");
        String rid = client.get(DOCS + "/gone", OWNER).body().path("_rid").asString();
        pass(50);
        client.send("PUT", DOCS + "/kept", document("kept", ",\"ttl\":60"), OWNER);
        pass(50);

        assertThat(read("kept")).isEqualTo(200);
        assertThat(client.send("PUT", DOCS + "/gone", document("gone", ""), OWNER)
                        .status())
                .isEqualTo(404);
        assertThat(client.send("DELETE", DOCS + "/gone", "", OWNER).status()).isEqualTo(404);
        RawClient.Answer again = create("gone", "");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body().path("_rid").asString()).isNotEqualTo(rid);
        assertThat(queried()).containsExactly("kept", "gone");
    }

    @Test
    void an_upsert_and_a_batch_create_what_has_expired() {
        container(",\"defaultTtl\":5");
        create("a", "");
        create("b", "");
        pass(6);

        assertThat(client.post(DOCS, document("a", ""), KEY, "[\"o-1\"]", "x-ms-documentdb-is-upsert", "true")
                        .status())
                .isEqualTo(201);
        RawClient.Answer batch = client.post(
                DOCS,
                "[{\"operationType\":\"Create\",\"resourceBody\":%s},{\"operationType\":\"Read\",\"id\":\"b\"}]"
                        .formatted(document("b", ",\"n\":2")),
                KEY,
                "[\"o-1\"]",
                "x-ms-cosmos-is-batch-request",
                "true",
                "x-ms-cosmos-batch-atomic",
                "true");

        assertThat(batch.status()).isEqualTo(200);
        assertThat(batch.body().get(1).path("resourceBody").path("n").asInt()).isEqualTo(2);
        assertThat(queried()).containsExactly("a", "b");
    }

    @Test
    void a_ttl_has_no_effect_in_a_container_without_one() {
        container("");
        create("a", ",\"ttl\":1");
        create("odd", ",\"ttl\":\"soon\"");
        pass(60);

        assertThat(queried()).containsExactly("a", "odd");
    }

    @Test
    void replacing_the_container_changes_and_ends_the_time_to_live() {
        container("");
        create("old", "");
        create("own", ",\"ttl\":100");
        pass(60);
        RawClient.Answer replaced = client.send("PUT", "dbs/db/colls/keys", definition(",\"defaultTtl\":70"));
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.body().path("defaultTtl").asInt()).isEqualTo(70);
        pass(11);
        assertThat(queried()).containsExactly("own");

        client.send("PUT", "dbs/db/colls/keys", definition(",\"defaultTtl\":-1"));
        create("new", "");
        assertThat(client.send("PUT", "dbs/db/colls/keys", definition(",\"defaultTtl\":null"))
                        .body()
                        .has("defaultTtl"))
                .isFalse();
        pass(600);
        assertThat(queried()).contains("own", "new");
    }

    @Test
    void documents_expire_over_a_restart_too() {
        container(",\"defaultTtl\":60");
        create("a", "");
        create("b", ",\"ttl\":-1");
        restart();
        assertThat(queried()).containsExactly("a", "b");
        pass(61);
        assertThat(queried()).containsExactly("b");
        restart();

        assertThat(queried()).containsExactly("b");
        assertThat(create("a", "").status()).isEqualTo(201);
        restart();
        assertThat(queried()).containsExactlyInAnyOrder("a", "b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0           | defaultTtl
            -2          | defaultTtl
            1.5         | defaultTtl
            "60"        | defaultTtl
            2147483648  | defaultTtl
            60,"indexingPolicy":{"indexingMode":"none"} | indexing mode
            """)
    void a_time_to_live_that_no_container_can_have_is_refused(String value, String part) {
        assertRefused(container(",\"defaultTtl\":" + value), 400, "BadRequest", part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0", "-2", "1.5", "\"60\"", "{}", "true"})
    void a_ttl_that_no_document_can_have_is_refused(String value) {
        container(",\"defaultTtl\":60");

        assertRefused(create("a", ",\"ttl\":" + value), 400, "BadRequest", "The input ttl");
        create("b", "");
        assertRefused(
                client.send("PUT", DOCS + "/b", document("c", ",\"ttl\":" + value), OWNER),
                400,
                "BadRequest",
                "The input ttl");
        assertRefused(
                client.send(
                        "PATCH",
                        DOCS + "/b",
                        "[{\"op\":\"set\",\"path\":\"/ttl\",\"value\":%s}]".formatted(value),
                        OWNER),
                400,
                "BadRequest",
                "The input ttl");
        assertThat(queried()).containsExactly("b");
    }

    @Test
    void the_sdk_sets_reads_and_replaces_it() {
        try (CosmosAsyncClient sdk = Sdk.client(cosmos)) {
            sdk.createDatabase("sdk").block();
            sdk.getDatabase("sdk")
                    .createContainer(
                            new CosmosContainerProperties("keys", "/ownerId").setDefaultTimeToLiveInSeconds(60))
                    .block();
            CosmosAsyncContainer keys = sdk.getDatabase("sdk").getContainer("keys");
            keys.createItem(Sdk.flight("f-1", "o-1", 1)).block();
            CosmosContainerProperties read = keys.read().block().getProperties();
            assertThat(read.getDefaultTimeToLiveInSeconds()).isEqualTo(60);

            keys.replace(read.setDefaultTimeToLiveInSeconds(-1)).block();
            now.set(now.get().plus(Duration.ofSeconds(61)));

            assertThat(keys.readItem("f-1", new PartitionKey("o-1"), ObjectNode.class)
                            .block()
                            .getStatusCode())
                    .isEqualTo(200);
            assertThat(keys.read().block().getProperties().getDefaultTimeToLiveInSeconds())
                    .isEqualTo(-1);
        }
    }

    @Test
    void the_entity_tag_of_a_definition_guards_its_replacement() {
        String etag = json(container("").body().toString()).path("_etag").asString();

        assertThat(client.send("PUT", "dbs/db/colls/keys", definition(",\"defaultTtl\":5"), "if-match", etag)
                        .status())
                .isEqualTo(200);
        assertThat(client.send("PUT", "dbs/db/colls/keys", definition(",\"defaultTtl\":6"), "if-match", etag)
                        .status())
                .isEqualTo(412);
    }
}
