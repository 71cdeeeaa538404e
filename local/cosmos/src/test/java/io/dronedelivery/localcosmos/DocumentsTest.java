package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class DocumentsTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(9));

    private static final PartitionKey OWNER = new PartitionKey("o-17");
    private CosmosAsyncContainer flights;

    @BeforeEach
    void newContainer() {
        flights = cosmos.newContainer(400);
    }

    private ObjectNode read(String id) {
        return flights.readItem(id, OWNER, ObjectNode.class).block().getItem();
    }

    @Test
    void a_created_document_is_read_as_it_was_sent_with_its_system_properties() {
        ObjectNode sent = flight("f-1", "o-17", 11);
        sent.put("note", "naïve ✈ \"quoted\"").putArray("legs").add(1).add(2.5);

        CosmosItemResponse<ObjectNode> created = flights.createItem(sent).block();

        assertThat(created.getStatusCode()).isEqualTo(201);
        ObjectNode read = read("f-1");
        assertThat(read.get("_etag").asText()).isEqualTo(created.getETag());
        assertThat(read.get("_ts").asLong()).isPositive();
        assertThat(read).isEqualTo(created.getItem());
        assertThat(read.remove(List.of("_rid", "_self", "_etag", "_attachments", "_ts")))
                .isEqualTo(sent);
    }

    @Test
    void a_second_create_is_a_conflict_but_only_within_the_partition_key() {
        flights.createItem(flight("f-1", "o-17", 11)).block();

        Sdk.assertRefused(flights.createItem(flight("f-1", "o-17", 12)), 409, 0, "f-1");
        assertThat(flights.createItem(flight("f-1", "o-18", 12)).block().getStatusCode())
                .isEqualTo(201);
    }

    @Test
    void upsert_creates_and_then_replaces() {
        assertThat(flights.upsertItem(flight("f-1", "o-17", 11)).block().getStatusCode())
                .isEqualTo(201);
        String rid = read("f-1").get("_rid").asText();

        assertThat(flights.upsertItem(flight("f-1", "o-17", 12)).block().getStatusCode())
                .isEqualTo(200);

        assertThat(read("f-1").get("month").asInt()).isEqualTo(12);
        assertThat(read("f-1").get("_rid").asText()).isEqualTo(rid);
    }

    @Test
    void a_document_that_was_read_can_be_sent_back() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        ObjectNode read = read("f-1");

        ObjectNode replaced = flights.replaceItem(read.deepCopy().put("month", 12), "f-1", OWNER)
                .block()
                .getItem();

        assertThat(replaced.get("_etag")).isNotEqualTo(read.get("_etag"));
        assertThat(replaced).hasSameSizeAs(read);
    }

    @Test
    void a_replacement_may_have_another_id_that_is_free() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        flights.createItem(flight("taken", "o-17", 11)).block();
        String rid = read("f-1").get("_rid").asText();

        assertThat(flights.replaceItem(flight("f-2", "o-17", 12), "f-1", OWNER)
                        .block()
                        .getStatusCode())
                .isEqualTo(200);

        Sdk.assertRefused(flights.readItem("f-1", OWNER, ObjectNode.class), 404, 0, "'f-1'");
        assertThat(read("f-2").get("month").asInt()).isEqualTo(12);
        assertThat(read("f-2").get("_rid").asText()).isEqualTo(rid);
        Sdk.assertRefused(flights.replaceItem(flight("taken", "o-17", 12), "f-2", OWNER), 409, 0, "taken");
        Sdk.assertRefused(
                flights.replaceItem(flight("f-3", "o-18", 12), "f-2", OWNER), 400, 1001, "PartitionKey extracted");
        assertThat(flights.queryItems("SELECT VALUE c.id FROM c", Sdk.of("o-17"), String.class)
                        .collectList()
                        .block())
                .containsExactly("f-2", "taken");
    }

    @Test
    void a_stale_etag_is_refused_and_the_current_one_accepted() {
        String stale = flights.createItem(flight("f-1", "o-17", 11)).block().getETag();
        String current = flights.upsertItem(flight("f-1", "o-17", 12)).block().getETag();
        CosmosItemRequestOptions ifStale = new CosmosItemRequestOptions().setIfMatchETag(stale);
        CosmosItemRequestOptions ifCurrent = new CosmosItemRequestOptions().setIfMatchETag(current);

        Sdk.assertRefused(flights.replaceItem(flight("f-1", "o-17", 1), "f-1", OWNER, ifStale), 412, 0, "precondition");
        Sdk.assertRefused(flights.upsertItem(flight("f-1", "o-17", 1), OWNER, ifStale), 412, 0, "precondition");
        Sdk.assertRefused(flights.deleteItem("f-1", OWNER, ifStale), 412, 0, "precondition");
        assertThat(flights.deleteItem("f-1", OWNER, ifCurrent).block().getStatusCode())
                .isEqualTo(204);
    }

    @Test
    void a_reader_who_has_the_current_version_is_not_sent_it_again() {
        String etag = flights.createItem(flight("f-1", "o-17", 11)).block().getETag();

        CosmosItemResponse<ObjectNode> unchanged = flights.readItem(
                        "f-1", OWNER, new CosmosItemRequestOptions().setIfNoneMatchETag(etag), ObjectNode.class)
                .block();

        assertThat(unchanged.getStatusCode()).isEqualTo(304);
    }

    @Test
    void what_does_not_exist_is_not_found() {
        Mono<?> read = flights.readItem("none", OWNER, ObjectNode.class);
        Sdk.assertRefused(read, 404, 0, "'none'");
        Sdk.assertRefused(flights.replaceItem(flight("none", "o-17", 1), "none", OWNER), 404, 0, "'none'");
        Sdk.assertRefused(flights.deleteItem("none", OWNER), 404, 0, "'none'");
        flights.createItem(flight("f-1", "o-17", 11)).block();
        flights.deleteItem("f-1", OWNER).block();
        Sdk.assertRefused(flights.readItem("f-1", OWNER, ObjectNode.class), 404, 0, "'f-1'");
    }

    @Test
    void a_writer_who_wants_no_content_gets_none() {
        CosmosItemResponse<ObjectNode> created = flights.createItem(
                        flight("f-1", "o-17", 11),
                        OWNER,
                        new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false))
                .block();

        assertThat(created.getItem()).isNull();
        assertThat(created.getETag()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"why?", "f#1", "?a=1&b=2#c", "50%3F + 1"})
    void an_id_may_have_what_means_something_in_a_uri(String id) {
        flights.createItem(flight(id, "o-17", 11)).block();

        assertThat(read(id).get("id").asText()).isEqualTo(id);
        flights.replaceItem(flight(id, "o-17", 12), id, OWNER).block();
        flights.patchItem(id, OWNER, CosmosPatchOperations.create().increment("/month", 1), ObjectNode.class)
                .block();
        assertThat(read(id).get("month").asInt()).isEqualTo(13);
        assertThat(flights.deleteItem(id, OWNER).block().getStatusCode()).isEqualTo(204);
        Sdk.assertRefused(flights.readItem(id, OWNER, ObjectNode.class), 404, 0, "'" + id + "'");
    }

    @Test
    void an_id_of_1023_bytes_is_stored() {
        String longest = "é".repeat(511) + "e";

        assertThat(flights.createItem(flight(longest, "o-17", 1)).block().getStatusCode())
                .isEqualTo(201);
    }

    @Test
    void what_cannot_be_stored_is_refused_by_name() {
        Sdk.assertRefused(flights.createItem(Sdk.JSON.createObjectNode().put("ownerId", "o-17")), 400, 0, "'id'");
        for (String id : List.of("a/b", "a\\b")) {
            Sdk.assertRefused(flights.createItem(flight(id, "o-17", 1)), 400, 0, "does not allow in an id");
        }
        Sdk.assertRefused(flights.createItem(flight("é".repeat(512), "o-17", 1)), 400, 0, "1023 bytes");
        Sdk.assertRefused(
                flights.createItem(flight("f-1", "o-17", 1), new PartitionKey("o-18"), null),
                400,
                1001,
                "PartitionKey");
        ObjectNode large = flight("large", "o-17", 1).put("blob", "x".repeat(2 * 1024 * 1024));
        Sdk.assertRefused(flights.createItem(large), 413, 0, "2 MB");
        ObjectNode odd = flight("odd", "o-17", 1);
        odd.putObject("ownerId").put("a", 1);
        Sdk.assertRefused(flights.createItem(odd, new PartitionKey("o-17"), null), 400, 0, "/ownerId");
    }

    @Test
    void a_logical_partition_can_be_made_full_and_takes_deletions_alone_until_it_is_not() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
        batch.createItemOperation(flight("f-2", "o-17", 11));
        batch.createItemOperation(flight("f-3", "o-17", 11));
        cosmos.cosmos().full("o-17", true);

        Sdk.assertRefused(flights.createItem(flight("f-2", "o-17", 11)), 403, 1014, "20 GB");
        Sdk.assertRefused(flights.upsertItem(flight("f-1", "o-17", 12)), 403, 1014, "20 GB");
        CosmosBatchResponse together = flights.executeCosmosBatch(batch).block();
        assertThat(together.getStatusCode()).isEqualTo(403);
        assertThat(together.getSubStatusCode()).isEqualTo(1014);
        assertThat(flights.createItem(flight("f-2", "o-18", 11)).block().getStatusCode())
                .isEqualTo(201);
        assertThat(read("f-1").get("month").asInt()).isEqualTo(11);
        assertThat(flights.deleteItem("f-1", OWNER).block().getStatusCode()).isEqualTo(204);

        cosmos.cosmos().full("o-17", false);
        assertThat(flights.executeCosmosBatch(batch).block().isSuccessStatusCode())
                .isTrue();
    }

    @Test
    void every_kind_of_partition_key_finds_its_document() {
        for (PartitionKey key : List.of(
                new PartitionKey("ünï"),
                new PartitionKey(17),
                new PartitionKey(1.5),
                new PartitionKey(true),
                PartitionKey.NONE)) {
            ObjectNode flight = flight("f-" + key, "", 1);
            flight.remove("ownerId");
            String text = key.toString();
            if (key != PartitionKey.NONE) {
                flight.set("ownerId", Sdk.json(text).get(0));
            }
            flight.put("id", "f-" + Math.abs(text.hashCode()));
            flights.createItem(flight, key, null).block();

            assertThat(flights.readItem(flight.get("id").asText(), key, ObjectNode.class)
                            .block()
                            .getStatusCode())
                    .isEqualTo(200);
        }
    }
}
