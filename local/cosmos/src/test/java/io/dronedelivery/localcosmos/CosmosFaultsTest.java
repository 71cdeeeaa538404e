package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.localcosmos.RawClient.Answer;
import io.dronedelivery.localkit.InjectedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CosmosFaultsTest {
    private static final int PARTITIONS = 3;

    @RegisterExtension
    static final LocalCosmosExtension COSMOS = LocalCosmosExtension.with(o -> o.partitions(PARTITIONS));

    @AfterEach
    void endAll() {
        COSMOS.faults().endAll();
    }

    private static List<Integer> statuses() {
        return COSMOS.calls().stream()
                .filter(CosmosCall::isData)
                .map(CosmosCall::status)
                .toList();
    }

    private static Answer read(RawClient raw, String id) {
        return raw.get(RawClient.DOCS + "/" + id, RawClient.KEY, "[\"o-1\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    429,times=1                    | 429 | 3200 | 100
                    429,times=1,retry-after=2s     | 429 | 3200 | 2000
                    449,times=1                    | 449 | 0    |
                    410,times=1                    | 410 | 1002 |
                    410,times=1,substatus=1007     | 410 | 1007 |
                    503,times=1                    | 503 | 0    |
                    503,times=1,container=db/flights | 503 | 0  |
                    """)
    void fault_is_answered_as_by_azure_and_a_refused_write_changes_nothing(
            String words, int status, int subStatus, String retryAfterMillis) {
        RawClient raw = RawClient.ofFlights(COSMOS.cosmos());
        COSMOS.faults().begin(words);

        Answer refused = raw.post(
                RawClient.DOCS,
                "{\"id\":\"" + words.hashCode() + "\",\"ownerId\":\"o-1\"}",
                RawClient.KEY,
                "[\"o-1\"]");

        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.subStatus()).isEqualTo(subStatus);
        assertThat(refused.headers().get("x-ms-retry-after-ms")).isEqualTo(retryAfterMillis);
        assertThat(refused.body().get("message").asString()).isNotEmpty();
        assertThat(COSMOS.faults().inForce()).isEmpty();
        assertThat(read(raw, Integer.toString(words.hashCode())).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"'429,times=2,retry-after=10ms'", "'449,times=2'"})
    void client_survives_what_it_may_retry(String words) {
        try (CosmosAsyncClient client = Sdk.client(COSMOS.cosmos())) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            COSMOS.clearCalls();
            COSMOS.faults().begin(words);

            flights.createItem(Sdk.flight("f-1", "o-1", 7)).block();

            int fault = Integer.parseInt(words.substring(0, 3));
            assertThat(statuses()).containsExactly(fault, fault, 201);
        }
    }

    @Test
    void query_asks_again_after_a_410_and_a_write_fails() {
        try (CosmosAsyncClient client = Sdk.client(COSMOS.cosmos())) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            flights.createItem(Sdk.flight("f-1", "o-1", 7)).block();
            COSMOS.faults().begin("410,times=1");

            assertThat(flights.queryItems("SELECT * FROM c", JsonNode.class)
                            .collectList()
                            .block())
                    .hasSize(1);

            COSMOS.faults().begin("410,times=1");
            Sdk.assertRefused(flights.createItem(Sdk.flight("f-2", "o-1", 7)), 410, 1002, "no longer available");
        }
    }

    @Test
    void client_that_does_not_retry_gets_the_429_with_its_time() {
        try (CosmosAsyncClient client = Sdk.builder(COSMOS.cosmos())
                .throttlingRetryOptions(new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
                .buildAsyncClient()) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            InjectedFault busy = COSMOS.faults().begin("429,for=1h,retry-after=1500ms");

            assertThatThrownBy(() ->
                            flights.createItem(Sdk.flight("f-1", "o-1", 7)).block())
                    .isInstanceOfSatisfying(CosmosException.class, refusal -> {
                        assertThat(refusal.getStatusCode()).isEqualTo(429);
                        assertThat(refusal.getRetryAfterDuration()).isEqualTo(Duration.ofMillis(1500));
                    });

            busy.close();
            flights.createItem(Sdk.flight("f-1", "o-1", 7)).block();
        }
    }

    @Test
    void slow_partition_leaves_the_others_as_fast_as_they_are() {
        try (CosmosAsyncClient client = Sdk.client(COSMOS.cosmos())) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            for (int i = 0; i < 30; i++) {
                flights.createItem(Sdk.flight("f-" + i, "o-" + i, 7)).block();
            }
            String database = COSMOS.calls().get(COSMOS.calls().size() - 1).database();
            COSMOS.faults().begin("slow,delay=700ms,partition=1,container=" + database + "/flights");
            COSMOS.clearCalls();

            flights.queryItems("SELECT * FROM c", JsonNode.class).collectList().block();
            flights.readItem("f-0", new PartitionKey("o-0"), JsonNode.class).block();

            assertThat(COSMOS.calls())
                    .filteredOn(call -> call.partition().equals("1"))
                    .isNotEmpty()
                    .allSatisfy(call -> assertThat(call.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(700)));
            assertThat(COSMOS.calls())
                    .filteredOn(call -> call.isData() && !call.partition().equals("1"))
                    .isNotEmpty()
                    .anySatisfy(call -> assertThat(call.duration()).isLessThan(Duration.ofMillis(700)));
        }
    }

    @Test
    void faults_are_begun_listed_and_ended_over_http_without_a_token() {
        RawClient raw = RawClient.ofFlights(COSMOS.cosmos());

        Answer begun = raw.post(
                "faults", "{\"fault\": 503, \"container\": \"db/flights\", \"for\": \"5m\"}", "authorization", "");

        assertThat(begun.status()).isEqualTo(201);
        assertThat(read(raw, "f-1").status()).isEqualTo(503);
        assertThat(raw.get("dbs/db/colls/flights/pkranges").status())
                .as("no data call")
                .isEqualTo(200);
        String id = begun.body().get("id").asString();
        assertThat(raw.get("faults").body().at("/faults/0/id").asString()).isEqualTo(id);
        assertThat(raw.send("DELETE", "faults/" + id, "").status()).isEqualTo(204);
        assertThat(raw.get("faults").body().at("/faults")).isEmpty();
        assertThat(read(raw, "f-1").status()).isEqualTo(404);
        assertThat(raw.post("faults", "{}", "origin", "https://elsewhere.example")
                        .status())
                .as("a page of another origin")
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"fault": "lock-lost"}                       | Unknown fault 'lock-lost'
                    {"fault": "429", "container": "db/flihgts"}  | Unknown container 'db/flihgts'; the nearest is 'db/flights'
                    {"fault": "429", "partition": 3}             | Unknown partition '3'; the nearest is
                    {"fault": "429", "retry-after": "1d"}        | 'retry-after' must be a time such as
                    {"fault": "410", "substatus": 1000}          | Unknown substatus '1000'; the nearest is
                    {"fault": "slow", "delay": "-1s"}            | 'delay' must be a time such as
                    {"fault": "429"                              | The body is not JSON
                    """)
    void wrong_order_is_a_400(String body, String reason) {
        Answer refused = RawClient.ofFlights(COSMOS.cosmos()).post("faults", body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("error").asString()).startsWith(reason);
        assertThat(COSMOS.faults().inForce()).isEmpty();
    }

    @Test
    void fault_of_the_start_may_name_a_container_that_is_created_later() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.fault("449,container=db/flights,times=1"))) {
            RawClient raw = RawClient.ofFlights(cosmos);
            assertThat(read(raw, "f-1").status()).isEqualTo(449);
            assertThat(read(raw, "f-1").status()).isEqualTo(404);
        }
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.fault("449,region=East")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("region 'East'");
    }

    /** Its example is {@link FaultExampleTest}. */
    @Test
    void page_about_faults_has_an_example_that_works() throws IOException {
        Matcher block = Pattern.compile("(?s)```java\n(.*?)```").matcher(Files.readString(Path.of("..", "faults.md")));
        assertThat(block.find()).isTrue();
        assertThat(Files.readString(Path.of("src/test/java/io/dronedelivery/localcosmos/FaultExampleTest.java")))
                .endsWith(block.group(1));
    }
}
