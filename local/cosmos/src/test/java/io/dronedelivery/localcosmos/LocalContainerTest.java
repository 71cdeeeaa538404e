package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.FileSystemUtils;

class LocalContainerTest {
    private LocalCosmos cosmos;
    private CosmosAsyncClient client;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.partitions(9));
        client = Sdk.client(cosmos);
    }

    @AfterEach
    void stop() {
        client.close();
        cosmos.close();
    }

    private LocalContainer flights() {
        return cosmos.container("db", "flights", "/ownerId", 400);
    }

    private CosmosAsyncContainer asClient() {
        return client.getDatabase("db").getContainer("flights");
    }

    private static Stream<byte[]> flightsOf(int owners, int count) {
        return IntStream.range(0, count).mapToObj(i -> bytes(flight("f-" + i, "o-" + i % owners, 11)));
    }

    private static byte[] bytes(JsonNode document) {
        return document.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void clients_see_loaded_documents_as_if_one_of_them_had_created_them() {
        assertThat(flights().load(flightsOf(17, 3_000))).isEqualTo(3_000);

        ObjectNode read = asClient()
                .readItem("f-18", new PartitionKey("o-1"), ObjectNode.class)
                .block()
                .getItem();
        assertThat(read.get("distanceKm").asDouble()).isEqualTo(9.79);
        assertThat(read.fieldNames()).toIterable().contains("_rid", "_self", "_etag", "_ts");
        assertThat(asClient()
                        .queryItems("SELECT VALUE COUNT(1) FROM c WHERE c.ownerId = 'o-1'", Long.class)
                        .blockLast())
                .isEqualTo(177);
        assertThat(asClient()
                        .queryChangeFeed(
                                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                                        FeedRange.forFullRange()),
                                ObjectNode.class)
                        .byPage()
                        .takeUntil(page -> page.getResults().isEmpty())
                        .flatMapIterable(page -> page.getResults())
                        .count()
                        .block())
                .isEqualTo(3_000);
        asClient().deleteItem("f-18", new PartitionKey("o-1")).block();
        assertThat(flights().count()).isEqualTo(2_999);
    }

    @Test
    void loading_charges_nothing_and_is_no_call() {
        flights().load(flightsOf(17, 1_000));

        assertThat(cosmos.calls()).extracting(CosmosCall::container).doesNotContain("flights");
        assertThat(cosmos.uses()).isEmpty();
    }

    @Test
    void maps_become_documents() {
        Map<String, Object> document =
                Map.of("id", "f-1", "ownerId", "o-1", "stops", List.of(1, 2.5), "expedited", true);

        flights().loadMaps(Stream.of(document));

        ObjectNode read = asClient()
                .readItem("f-1", new PartitionKey("o-1"), ObjectNode.class)
                .block()
                .getItem();
        assertThat(read.get("stops")).isEqualTo(Sdk.json("[1,2.5]"));
        assertThat(read.get("expedited").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"ownerId\":\"o-1\"}                   | required property 'id'",
                "{\"id\":\"a/b\",\"ownerId\":\"o-1\"}    | does not allow in an id",
                "{\"id\":\"x\",\"ownerId\":{\"a\":1}}    | partition key '/ownerId'",
                "{\"id\":\"f-3\",\"ownerId\":\"o-3\"}    | already exists",
                "[1]                                     | not a JSON object",
                "{\"id\":\"x\"                           | not valid JSON"
            })
    void what_a_client_could_not_create_is_refused_with_its_place_and_the_reason(String document, String reason) {
        AtomicBoolean closed = new AtomicBoolean();
        Stream<byte[]> documents = Stream.concat(
                        flightsOf(17, 700), Stream.of(document.getBytes(StandardCharsets.UTF_8)))
                .onClose(() -> closed.set(true));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> flights().load(documents))
                .withMessageContaining("Document 700 for the container 'flights'")
                .withMessageContaining(reason);
        assertThat(closed).isTrue();
    }

    @Test
    void a_document_that_is_too_large_is_refused() {
        byte[] tooLarge = bytes(flight("f-1", "o-1", 1).put("text", "x".repeat(2 * 1024 * 1024)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> flights().load(Stream.of(tooLarge)))
                .withMessageContaining("Document 0")
                .withMessageContaining("2 MB");
    }

    @Test
    void a_document_that_a_client_created_is_not_overwritten() {
        LocalContainer flights = flights();
        asClient().createItem(flight("f-1", "o-1", 5)).block();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> flights.load(flightsOf(17, 10)))
                .withMessageContaining("Document 1 ")
                .withMessageContaining("f-1");
    }

    @Test
    void a_container_that_a_client_could_not_create_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cosmos.container("db", "flights", "ownerId", 400))
                .withMessageContaining("'ownerId'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cosmos.container("db", "flights", "/ownerId", 450))
                .withMessageContaining("multiple of 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> flights().provision(0))
                .withMessageContaining("multiple of 100");
    }

    @Test
    void clients_see_the_throughput_that_was_provisioned() {
        flights().provision(1_700);

        assertThat(asClient().readThroughput().block().getProperties().getManualThroughput())
                .isEqualTo(1_700);
    }

    @Test
    void what_was_loaded_is_in_the_journal_when_loading_returns(@TempDir Path kept, @TempDir Path copies)
            throws Exception {
        Path afterKill = copies.resolve("after-kill");
        try (LocalCosmos durable = LocalCosmos.start(o -> o.partitions(9).dataDirectory(kept))) {
            durable.container("db", "flights", "/ownerId", 400).load(flightsOf(17, 1_000));
            FileSystemUtils.copyRecursively(kept, afterKill);
        }
        try (LocalCosmos again = LocalCosmos.start(o -> o.dataDirectory(afterKill))) {
            LocalContainer flights = again.container("db", "flights", "/ownerId", 400);

            assertThat(flights.count()).isEqualTo(1_000);
            assertThat(flights.load(Stream.of(bytes(flight("f-1000", "o-1", 1)))))
                    .isEqualTo(1);
        }
    }
}
