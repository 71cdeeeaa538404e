package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The change feed of all versions and deletes. */
class AllVersionsFeedTest {
    private static final PartitionKey O_1 = new PartitionKey("o-1");
    private static final String DOCS = "dbs/db/colls/flights/docs";
    private static final String[] FROM_NOW = {
        "A-IM", "Full-Fidelity Feed", "x-ms-cosmos-changefeed-wire-format-version", "2021-09-15", KEY, "[\"o-1\"]"
    };

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private LocalCosmos cosmos;
    private CosmosAsyncClient client;
    private CosmosAsyncContainer flights;
    private final List<String> continuation = new ArrayList<>();

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(3).clock(now::get));
        client = Sdk.client(cosmos);
        client.createDatabase("db").block();
        client.getDatabase("db")
                .createContainer(new CosmosContainerProperties("flights", "/ownerId")
                        .setDefaultTimeToLiveInSeconds(-1)
                        .setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(8))))
                .block();
        flights = client.getDatabase("db").getContainer("flights");
        flights.createItem(flight("f-0", "o-1", 1)).block();
        assertThat(drain(CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())))
                .isEmpty();
    }

    @AfterEach
    void stop() {
        client.close();
        cosmos.close();
    }

    /** Reads until nothing is new, and keeps where to continue. */
    private List<JsonNode> drain(CosmosChangeFeedRequestOptions options) {
        List<JsonNode> changes = new ArrayList<>();
        for (FeedResponse<JsonNode> page : flights.queryChangeFeed(options.allVersionsAndDeletes(), JsonNode.class)
                .byPage()
                .toIterable()) {
            changes.addAll(page.getResults());
            continuation.add(page.getContinuationToken());
        }
        return changes;
    }

    private List<JsonNode> more() {
        return drain(CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                continuation.get(continuation.size() - 1)));
    }

    private static List<String> types(List<JsonNode> changes) {
        return changes.stream()
                .map(change -> change.at("/metadata/operationType").asText())
                .toList();
    }

    @Test
    void every_create_replacement_and_deletion_is_one_change() {
        flights.createItem(flight("f-1", "o-1", 1)).block();
        flights.upsertItem(flight("f-1", "o-1", 2)).block();
        flights.replaceItem(flight("f-1", "o-1", 3), "f-1", O_1).block();
        flights.deleteItem("f-1", O_1).block();
        flights.deleteItem("f-0", O_1).block();

        List<JsonNode> changes = more();

        assertThat(types(changes)).containsExactly("create", "replace", "replace", "delete", "delete");
        assertThat(changes.subList(0, 3))
                .extracting(change -> change.at("/current/month").asInt())
                .containsExactly(1, 2, 3);
        assertThat(changes.get(0).at("/current/_etag").asText()).isNotEmpty();
        assertThat(changes.get(0).at("/metadata/crts").asLong())
                .isEqualTo(changes.get(0).at("/current/_ts").asLong());
        assertThat(changes.get(0).path("metadata").has("previousImageLSN")).isFalse();
        JsonNode deletion = changes.get(3);
        assertThat(deletion.at("/metadata/previousImageLSN").asLong())
                .isEqualTo(changes.get(2).at("/metadata/lsn").asLong());
        assertThat(deletion.at("/metadata/id").asText()).isEqualTo("f-1");
        assertThat(deletion.at("/metadata/partitionKey/ownerId").asText()).isEqualTo("o-1");
        assertThat(deletion.at("/metadata/timeToLiveExpired").asBoolean(true)).isFalse();
        assertThat(more()).isEmpty();
        flights.createItem(flight("f-1", "o-1", 4)).block();
        assertThat(types(more())).containsExactly("create");
    }

    @Test
    void an_expired_document_is_a_deletion_that_says_so() {
        flights.createItem(flight("f-1", "o-1", 1).put("ttl", 10)).block();
        now.set(now.get().plusSeconds(12));
        flights.createItem(flight("f-1", "o-1", 2)).block();

        List<JsonNode> changes = more();

        assertThat(types(changes)).containsExactly("create", "delete", "create");
        assertThat(changes.get(1).at("/metadata/timeToLiveExpired").asBoolean()).isTrue();
    }

    @Test
    void no_page_splits_a_transaction() {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(O_1);
        List.of("b-1", "b-2", "b-3").forEach(id -> batch.createItemOperation(flight(id, "o-1", 11)));
        batch.deleteItemOperation("b-2");
        flights.executeCosmosBatch(batch).block();

        FeedResponse<JsonNode> page = flights.queryChangeFeed(
                        CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                                        continuation.get(continuation.size() - 1))
                                .allVersionsAndDeletes()
                                .setMaxItemCount(1),
                        JsonNode.class)
                .byPage()
                .filter(each -> !each.getResults().isEmpty())
                .blockFirst();

        assertThat(types(page.getResults())).containsExactly("create", "create", "create", "delete");
        assertThat(page.getResults())
                .extracting(change -> change.at("/metadata/lsn").asLong())
                .containsOnly(page.getResults().get(0).at("/metadata/lsn").asLong());
    }

    @Test
    void changes_older_than_the_policy_keeps_them_are_refused() {
        RawClient raw = new RawClient(cosmos).signingAt(now.get());
        String before = raw.get(DOCS, with("if-none-match", "*")).headers().get("etag");
        flights.createItem(flight("f-1", "o-1", 1)).block();
        now.set(now.get().plusSeconds(8 * 60 + 1));

        assertRefused(
                raw.signingAt(now.get()).get(DOCS, with("if-none-match", before)), 400, "BadRequest", "no longer has");
        assertThat(raw.get(DOCS, with("if-none-match", "*")).status()).isEqualTo(304);
    }

    private static String[] with(String... headers) {
        List<String> all = new ArrayList<>(List.of(FROM_NOW));
        all.addAll(List.of(headers));
        return all.toArray(String[]::new);
    }

    @Test
    void it_does_not_begin_in_the_past_and_has_one_format() {
        RawClient raw = new RawClient(cosmos);

        assertRefused(raw.get(DOCS, FROM_NOW), 400, "BadRequest", "begins now");
        assertRefused(
                raw.get(DOCS, with("if-none-match", "*", "if-modified-since", "Sun, 29 Nov 2026 00:00:00 GMT")),
                400,
                "BadRequest",
                "begins now");
        assertRefused(
                raw.get(DOCS, with("if-none-match", "*", "x-ms-cosmos-changefeed-wire-format-version", "2020-01-01")),
                400,
                "BadRequest",
                "2021-09-15");
        assertRefused(
                raw.post(
                        "dbs/db/colls",
                        "{\"id\":\"odd\",\"partitionKey\":{\"paths\":[\"/a\"]},\"changeFeedPolicy\":{\"retentionDuration\":-1}}"),
                400,
                "BadRequest",
                "retentionDuration");
    }
}
