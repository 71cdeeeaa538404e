package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.localcosmos.RawClient.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An account with a second region that takes reads alone. */
class RegionsTest {
    private static final String WRITES = "West";
    private static final String READS = "North";

    private LocalCosmos cosmos;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.regions(WRITES, READS));
    }

    @AfterEach
    void stop() {
        cosmos.close();
    }

    @Test
    void reads_go_to_the_region_that_the_client_prefers_and_writes_to_the_one_that_takes_them() {
        try (CosmosAsyncClient client = prefers(READS, WRITES)) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            cosmos.clearCalls();

            flights.createItem(Sdk.flight("f-1", "o-17", 7)).block();
            assertThat(regionsAsked()).containsExactly(WRITES);
            cosmos.clearCalls();
            read(flights);
            assertThat(flights.queryItems("SELECT * FROM c", Sdk.of("o-17"), JsonNode.class)
                            .collectList()
                            .block())
                    .hasSize(1);

            assertThat(regionsAsked()).hasSize(2).containsOnly(READS);
        }
    }

    @Test
    void a_client_finds_another_region_while_the_one_that_it_prefers_is_away() {
        try (CosmosAsyncClient client = prefers(READS, WRITES)) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            flights.createItem(Sdk.flight("f-1", "o-17", 7)).block();
            cosmos.faults().begin("503,region=" + READS);
            cosmos.clearCalls();

            read(flights);

            assertThat(regionsAsked()).contains(READS, WRITES).endsWith(WRITES);
        }
    }

    @Test
    void a_region_has_a_latency_of_its_own() {
        cosmos.faults().begin("slow,delay=300ms,region=" + READS);
        try (CosmosAsyncClient client = prefers(READS, WRITES)) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            flights.createItem(Sdk.flight("f-1", "o-17", 7)).block();
            cosmos.clearCalls();

            read(flights);

            assertThat(cosmos.calls())
                    .filteredOn(CosmosCall::isData)
                    .singleElement()
                    .satisfies(call -> assertThat(call.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(300)));
        }
    }

    @Test
    void a_region_that_takes_reads_alone_refuses_writes_and_tells_where_they_go() {
        RawClient raw = new RawClient(cosmos);
        List<String> endpoints =
                raw.get("").body().at("/readableLocations").findValuesAsString("databaseAccountEndpoint");
        assertThat(raw.get("").body().at("/writableLocations").findValuesAsString("databaseAccountEndpoint"))
                .containsExactly(cosmos.endpoint());
        assertThat(endpoints).hasSize(2).startsWith(cosmos.endpoint());

        Answer refused = raw.calling(endpoints.get(1)).post("dbs", "{\"id\":\"a\"}");
        RawClient.assertRefused(refused, 403, "Forbidden", "cannot be performed at this region");
        assertThat(refused.subStatus()).isEqualTo(3);
        assertThat(raw.post("dbs", "{\"query\":\"SELECT * FROM c\"}", "x-ms-documentdb-isquery", "true")
                        .status())
                .as("a query is no write")
                .isEqualTo(raw.calling(cosmos.endpoint())
                        .post("dbs", "{\"query\":\"SELECT * FROM c\"}", "x-ms-documentdb-isquery", "true")
                        .status());
    }

    @Test
    void a_region_without_a_name_and_one_that_there_is_not_are_named() {
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.regions("a", "a"))).hasMessageContaining("regions");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.regions(" "))).hasMessageContaining("regions");
        assertThatThrownBy(() -> cosmos.faults().begin("503,region=South"))
                .hasMessageContaining("region 'South'; the nearest is 'North'");
    }

    private CosmosAsyncClient prefers(String... regions) {
        return Sdk.builder(cosmos).preferredRegions(List.of(regions)).buildAsyncClient();
    }

    private static void read(CosmosAsyncContainer flights) {
        assertThat(flights.readItem("f-1", new PartitionKey("o-17"), JsonNode.class)
                        .block()
                        .getItem()
                        .get("id")
                        .asText())
                .isEqualTo("f-1");
    }

    /** For documents, in the order of their answers. */
    private List<String> regionsAsked() {
        return cosmos.calls().stream()
                .filter(call -> call.isData() || call.status() == 503)
                .map(CosmosCall::region)
                .toList();
    }
}
