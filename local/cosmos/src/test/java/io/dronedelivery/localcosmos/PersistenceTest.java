package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

class PersistenceTest {
    private static final PartitionKey OWNER = new PartitionKey("o-17");

    @TempDir
    private Path directory;

    private LocalCosmos start() {
        return LocalCosmos.start(o -> o.partitions(9).dataDirectory(directory));
    }

    private Path journal() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static CosmosAsyncContainer flights(CosmosAsyncClient client) {
        client.createDatabaseIfNotExists("db").block();
        client.getDatabase("db")
                .createContainerIfNotExists("flights", "/ownerId")
                .block();
        return client.getDatabase("db").getContainer("flights");
    }

    private static List<ObjectNode> all(CosmosAsyncContainer flights) {
        return flights.queryItems("SELECT * FROM c ORDER BY c.id", ObjectNode.class)
                .collectList()
                .block();
    }

    @Test
    void documents_come_back_as_they_were_after_a_restart() {
        List<ObjectNode> before;
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            CosmosAsyncContainer flights = flights(client);
            Flux.range(0, 50)
                    .concatMap(i -> flights.createItem(flight("f-" + i, "o-" + i % 17, 11)))
                    .blockLast();
            flights.upsertItem(flight("f-1", "o-1", 12)).block();
            flights.deleteItem("f-2", new PartitionKey("o-2")).block();
            flights.replaceItem(flight("f-3b", "o-3", 12), "f-3", new PartitionKey("o-3"))
                    .block();
            CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
            batch.createItemOperation(flight("b-1", "o-17", 11));
            batch.createItemOperation(flight("b-2", "o-17", 11));
            flights.executeCosmosBatch(batch).block();
            before = all(flights);
        }

        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            CosmosAsyncContainer flights = flights(client);
            assertThat(all(flights)).isEqualTo(before).hasSize(51);
            String etag = before.get(0).get("_etag").asText();
            ObjectNode again = flights.replaceItem(
                            before.get(0),
                            before.get(0).get("id").asText(),
                            OWNER,
                            new CosmosItemRequestOptions().setIfMatchETag(etag))
                    .block()
                    .getItem();
            assertThat(again.get("_etag").asText()).isNotEqualTo(etag);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "\\ud800", "\\udc00\\ud800x", "\\u0000é🚁"})
    void what_was_deleted_stays_deleted_whatever_its_id_and_partition_key_are_made_of(String text) {
        String[] key = {
            "x-ms-documentdb-partitionkey", "[\"" + text.replace("é", "\\u00e9").replace("🚁", "\\ud83d\\ude81") + "\"]"
        };
        String[] batch = {"x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true", key[0], key[1]};
        String create = "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"%s\",\"ownerId\":\"" + text + "\"}}";
        try (LocalCosmos cosmos = start()) {
            RawClient client = new RawClient(cosmos);
            client.post("dbs", "{\"id\":\"db\"}");
            client.post("dbs/db/colls", "{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/ownerId\"]}}");
            assertThat(client.post(
                                    "dbs/db/colls/flights/docs",
                                    "[" + create.formatted(text) + "," + create.formatted("stays") + "]",
                                    batch)
                            .status())
                    .isEqualTo(200);
            assertThat(client.post(
                                    "dbs/db/colls/flights/docs",
                                    "[{\"operationType\":\"Delete\",\"id\":\"" + text + "\"}]",
                                    batch)
                            .status())
                    .isEqualTo(200);
        }

        try (LocalCosmos cosmos = start()) {
            RawClient client = new RawClient(cosmos);
            assertThat(client.get("dbs/db/colls/flights/docs", key)
                            .body()
                            .path("Documents")
                            .valueStream()
                            .map(document -> document.path("id").asString()))
                    .containsExactly("stays");
            assertThat(client.get("dbs/db/colls/flights/docs/stays", key).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_torn_end_of_the_journal_is_cut_off_and_what_was_answered_is_there() throws IOException {
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            flights(client).createItem(flight("f-1", "o-17", 11)).block();
            flights(client).createItem(flight("f-2", "o-17", 11)).block();
        }
        byte[] whole = Files.readAllBytes(journal());
        Files.write(journal(), Arrays.copyOf(whole, whole.length - 7));

        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(all(flights(client)))
                    .extracting(f -> f.get("id").asText())
                    .containsExactly("f-1");
            flights(client).createItem(flight("f-3", "o-17", 11)).block();
        }

        Files.write(journal(), new byte[] {0, 0, 1}, StandardOpenOption.APPEND);
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(all(flights(client)))
                    .extracting(f -> f.get("id").asText())
                    .containsExactly("f-1", "f-3");
        }
    }

    @Test
    void history_is_dropped_at_the_next_start() throws IOException {
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            CosmosAsyncContainer flights = flights(client);
            Flux.range(0, 40)
                    .concatMap(i -> flights.upsertItem(flight("f-1", "o-17", i % 12 + 1)))
                    .blockLast();
            flights.createItem(flight("f-2", "o-17", 1)).block();
            flights.deleteItem("f-2", OWNER).block();
        }
        long before = Files.size(journal());

        String rid;
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(all(flights(client))).hasSize(1);
            rid = flights(client)
                    .createItem(flight("f-2", "o-17", 1))
                    .block()
                    .getItem()
                    .get("_rid")
                    .asText();
        }
        assertThat(Files.size(journal())).isLessThan(before / 4);
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(all(flights(client)))
                    .last()
                    .extracting(f -> f.get("_rid").asText())
                    .isEqualTo(rid);
        }
    }

    @Test
    void a_deleted_container_stays_deleted_and_throughput_stays_replaced() throws IOException {
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            CosmosAsyncContainer flights = flights(client);
            flights.replaceThroughput(ThroughputProperties.createManualThroughput(1_700))
                    .block();
            client.getDatabase("db").createContainer("gone", "/id").block();
            client.getDatabase("db").getContainer("gone").delete().block();
        }
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(flights(client).readThroughput().block().getProperties().getManualThroughput())
                    .isEqualTo(1_700);
            Sdk.assertRefused(client.getDatabase("db").getContainer("gone").read(), 404, 0, "gone");
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".journal")))
                    .hasSize(1);
        }
    }

    @Test
    void the_number_of_a_deleted_container_is_not_given_again() {
        String gone;
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            gone = flights(client).read().block().getProperties().getResourceId();
            flights(client).delete().block();
        }
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(flights(client).read().block().getProperties().getResourceId())
                    .isNotEqualTo(gone);
        }
    }

    @Test
    void a_journal_that_a_killed_process_left_behind_is_not_taken_up_again() throws IOException {
        Path deleted;
        byte[] documents;
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            flights(client).createItem(flight("f-1", "o-17", 11)).block();
            deleted = journal();
            documents = Files.readAllBytes(deleted);
            flights(client).delete().block();
        }
        Files.write(deleted, documents); // killed between the catalogue and the journal
        Path next = deleted.resolveSibling("container-3.journal");
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(deleted).doesNotExist();
            Files.write(next, documents);
            assertThat(all(flights(client))).isEmpty();
            assertThat(journal()).isEqualTo(next);
        }
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            assertThat(all(flights(client))).isEmpty();
        }
    }

    @Test
    void a_change_of_the_definitions_that_cannot_be_written_has_not_happened() throws IOException {
        try (LocalCosmos cosmos = start()) {
            RawClient client = new RawClient(cosmos);
            client.post("dbs", "{\"id\":\"db\"}");
            String flights = "{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/ownerId\"]}}";
            client.post("dbs/db/colls", flights);
            Files.createDirectory(directory.resolve("catalogue.json.tmp")); // nothing can be written there

            for (RawClient.Answer refused : List.of(
                    client.post("dbs", "{\"id\":\"other\"}"),
                    client.post("dbs/db/colls", flights.replace("flights", "other")),
                    client.send("DELETE", "dbs/db/colls/flights", ""),
                    client.send("DELETE", "dbs/db", ""))) {
                RawClient.assertRefused(refused, 503, "ServiceUnavailable", "catalogue.json.tmp");
            }

            assertThat(client.get("dbs/other").status()).isEqualTo(404);
            assertThat(client.get("dbs/db/colls/other").status()).isEqualTo(404);
            assertThat(client.get("dbs/db/colls/flights").status()).isEqualTo(200);
        }
    }

    @Test
    void a_damaged_journal_is_not_passed_over_in_silence() throws IOException {
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            flights(client).createItem(flight("f-1", "o-17", 11)).block();
            flights(client).createItem(flight("f-2", "o-17", 11)).block();
        }
        byte[] journal = Files.readAllBytes(journal());
        journal[40] ^= 1;
        Files.write(journal(), journal);

        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(journal().toString())
                .hasMessageContaining("damaged at byte 0");
        assertThat(Files.readAllBytes(journal())).isEqualTo(journal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"databases\":[{", "{\"lastNumber\":\"two\"}"})
    void a_damaged_catalogue_is_not_passed_over_in_silence(String damaged) throws IOException {
        start().close();
        Files.writeString(directory.resolve("catalogue.json"), damaged);

        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("cannot be read");
    }

    /** As one that was written when such containers were still accepted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"/ownerId\" | \"/_ts\" | /_ts",
                "\"indexingMode\" : \"consistent\" | \"indexingMode\" : 1 | The indexing mode"
            })
    void a_container_that_is_refused_today_is_named_with_the_way_out(String was, String is, String named)
            throws IOException {
        try (LocalCosmos cosmos = start();
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            flights(client).createItem(flight("f-1", "o-17", 11)).block();
        }
        Path catalogue = directory.resolve("catalogue.json");
        String accepted = Files.readString(catalogue);
        Files.writeString(catalogue, accepted.replace(was, is));
        assertThat(catalogue).content().isNotEqualTo(accepted);
        byte[] journal = Files.readAllBytes(journal());

        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The container 'flights' of the database 'db'")
                .hasMessageContaining(named)
                .hasMessageContaining("Remove its entry from " + catalogue)
                .hasMessageContaining(journal().getFileName().toString());
        assertThat(journal()).hasBinaryContent(journal);

        Files.writeString(catalogue, accepted.replaceAll("(?s)\"containers\" : \\[.*\\]", "\"containers\" : []}]"));
        try (LocalCosmos cosmos = start()) {
            assertThat(new RawClient(cosmos).get("dbs/db").status()).isEqualTo(200);
            assertThat(new RawClient(cosmos).get("dbs/db/colls/flights").status())
                    .isEqualTo(404);
        }
    }

    @Test
    void a_directory_serves_one_process_at_a_time() {
        try (LocalCosmos cosmos = start()) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("in use");
        }
        start().close();
    }
}
