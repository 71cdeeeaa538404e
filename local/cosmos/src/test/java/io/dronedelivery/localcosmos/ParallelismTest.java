package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server sees of a query over nine partitions: its calls, whether they overlap, and their charges. */
class ParallelismTest {
    private static final Duration LATENCY = Duration.ofMillis(60);

    /** Within which a busy machine sends a second call as well. */
    private static final Duration LONG_LATENCY = Duration.ofMillis(600);

    private static final AtomicInteger HELD_BACK = new AtomicInteger();
    private static final SqlQuerySpec UTILIZATION = new SqlQuerySpec(
            "SELECT c.distanceKm, c.flightSeconds FROM c WHERE c.ownerId = @owner AND c.year = @year AND c.month = @month",
            List.of(
                    new SqlParameter("@owner", "o-17"),
                    new SqlParameter("@year", 2026),
                    new SqlParameter("@month", 11)));

    @RegisterExtension
    static final LocalCosmosExtension cosmos =
            LocalCosmosExtension.with(o -> o.partitions(9).latency(ParallelismTest::latency));

    private static volatile Duration latency = LATENCY;
    private static CosmosAsyncClient client;
    private static CosmosAsyncContainer byId;
    private static CosmosAsyncContainer byOwner;

    @BeforeAll
    static void load() {
        client = Sdk.client(cosmos.cosmos());
        byId = Sdk.container(client, "/id", 900);
        byOwner = Sdk.container(client, "/ownerId", 900);
        for (CosmosAsyncContainer container : List.of(byId, byOwner)) {
            container.createItem(Sdk.flight("f-1", "o-17", 11)).block();
            container.createItem(Sdk.flight("f-2", "o-17", 12)).block();
            container.createItem(Sdk.flight("f-3", "o-18", 11)).block();
        }
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void forgetCalls() {
        cosmos.clearCalls();
        HELD_BACK.set(0);
        latency = LATENCY;
    }

    private static Duration latency() {
        HELD_BACK.incrementAndGet();
        return latency;
    }

    /** Runs the query, which finds one document, and returns what it cost by the server's account. */
    private static double chargeOf(CosmosAsyncContainer container, CosmosQueryRequestOptions options) {
        assertThat(container
                        .queryItems(UTILIZATION, options, JsonNode.class)
                        .collectList()
                        .block())
                .hasSize(1);
        // The SDK's pages leave out what the partitions after the last result cost.
        return dataCalls().stream().mapToDouble(CosmosCall::requestCharge).sum();
    }

    private static List<CosmosCall> dataCalls() {
        return cosmos.calls().stream().filter(CosmosCall::isData).toList();
    }

    /** The most calls that were with the server at the same time. */
    private static long mostInFlight(List<CosmosCall> calls) {
        return calls.stream()
                .mapToLong(call -> calls.stream()
                        .filter(other -> !other.startedAt().isAfter(call.startedAt())
                                && other.endedAt().isAfter(call.startedAt()))
                        .count())
                .max()
                .orElse(0);
    }

    @Test
    void in_series_one_call_is_in_flight_at_a_time() {
        double charge = chargeOf(byId, new CosmosQueryRequestOptions().setMaxDegreeOfParallelism(1));

        assertThat(dataCalls()).hasSize(9);
        assertThat(mostInFlight(dataCalls())).isEqualTo(1);
        assertThat(charge).isCloseTo(29.0, within(1e-9));
    }

    @Test
    void in_parallel_calls_to_all_partitions_overlap() {
        latency = LONG_LATENCY;

        double charge = chargeOf(byId, new CosmosQueryRequestOptions().setMaxDegreeOfParallelism(9));

        assertThat(dataCalls()).hasSize(9).extracting(CosmosCall::partition).doesNotHaveDuplicates();
        assertThat(mostInFlight(dataCalls())).isGreaterThan(1);
        assertThat(charge).isCloseTo(29.0, within(1e-9));
    }

    @Test
    void by_partition_key_one_call_does() {
        CosmosQueryRequestOptions owner = new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("o-17"));
        chargeOf(byOwner, owner);
        cosmos.clearCalls();
        Instant start = Instant.now();

        double charge = chargeOf(byOwner, owner);

        assertThat(cosmos.calls())
                .filteredOn(call -> !call.startedAt().isBefore(start))
                .as("the plan of the text is known from before")
                .hasSize(1);
        assertThat(charge).isEqualTo(3.39);
    }

    @Test
    void a_cross_partition_query_is_nine_data_calls_and_a_plan() {
        List<CosmosCall> calls = Sdk.callsPlannedInTime(cosmos::calls, () -> {
            HELD_BACK.set(0);
            chargeOf(byId, new CosmosQueryRequestOptions());
        });

        assertThat(calls).hasSize(10);
        assertThat(calls).filteredOn(call -> !call.isData()).singleElement().satisfies(plan -> {
            assertThat(plan.operation()).isEqualTo("query-plan");
        });
        assertThat(HELD_BACK).as("a plan is never held back").hasValue(9);
    }

    @Test
    void data_calls_are_held_back_for_the_latency() {
        chargeOf(byId, new CosmosQueryRequestOptions());

        assertThat(dataCalls()).allSatisfy(call -> assertThat(call.duration()).isGreaterThanOrEqualTo(LATENCY));
    }
}
