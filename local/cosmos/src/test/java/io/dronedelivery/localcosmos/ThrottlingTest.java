package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;

class ThrottlingTest {
    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(
            o -> o.partitions(9).enforceThroughput(true).clock(CLOCK).onCall(CLOCK::hear));

    /** Stands still until a call was refused, and then is where that call was told to come again: as many are refused as must be. */
    private static final class TestClock implements InstantSource {
        private final List<Long> refusedAt = new CopyOnWriteArrayList<>();
        private volatile Instant now = Instant.now();

        @Override
        public Instant instant() {
            return now;
        }

        void hear(CosmosCall call) {
            if (call.isThrottled()) {
                refusedAt.add(System.nanoTime());
                Instant admitted = call.startedAt().plus(call.retryAfter());
                now = admitted.isAfter(now) ? admitted : now;
            }
        }
    }

    private CosmosAsyncContainer flights;

    @BeforeEach
    void newContainer() {
        flights = cosmos.newContainer(900);
        cosmos.clearCalls();
    }

    @Test
    void a_call_beyond_the_partitions_share_is_done_after_the_time_the_server_asked_for() {
        ObjectNode large = Sdk.flight("f-1", "o-17", 11).put("blob", "x".repeat(300 * 1024));
        flights.upsertItem(large).block(); // 155 RU of 100 RU/s
        CLOCK.refusedAt.clear();

        flights.upsertItem(Sdk.flight("f-2", "o-17", 11)).block();

        List<CosmosCall> upserts = cosmos.calls().stream()
                .filter(call -> call.operation().equals("upsert-document"))
                .toList();
        assertThat(upserts).extracting(CosmosCall::status).containsExactly(201, 429, 201);
        CosmosCall refused = upserts.get(1);
        assertThat(refused.subStatus()).isEqualTo(3200);
        assertThat(refused.requestCharge()).isLessThan(1);
        assertThat(refused.retryAfter()).isPositive();
        assertThat(Duration.ofNanos(System.nanoTime() - CLOCK.refusedAt.get(0)))
                .isGreaterThanOrEqualTo(refused.retryAfter().minusMillis(5)); // two clocks with a grain of their own
    }

    @Test
    void a_client_that_does_not_retry_is_told_how_long_to_wait() {
        try (CosmosAsyncClient impatient = Sdk.builder(cosmos.cosmos())
                .throttlingRetryOptions(new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
                .buildAsyncClient()) {
            CosmosAsyncContainer same =
                    impatient.getDatabase(databaseOf(flights)).getContainer(flights.getId());
            Flux<CosmosItemResponse<ObjectNode>> writes =
                    Flux.range(0, 100).concatMap(i -> same.upsertItem(Sdk.flight("f-" + i, "o-17", 11)));

            Sdk.assertRefused(writes.then(), 429, 3200, "Request rate is large");
        }
    }

    private static String databaseOf(CosmosAsyncContainer container) {
        return container
                .read()
                .block()
                .getResponseHeaders()
                .get("x-ms-alt-content-path")
                .substring("dbs/".length());
    }

    @Test
    void partitions_have_budgets_of_their_own_and_tell_their_use() {
        flights.upsertItem(Sdk.flight("f-1", "o-17", 11).put("blob", "x".repeat(300 * 1024)))
                .block();
        flights.upsertItem(Sdk.flight("f-1", "o-18", 11)).block();

        List<PartitionUse> uses = cosmos.cosmos().uses().stream()
                .filter(use -> use.database().equals(databaseOf(flights)))
                .toList();
        assertThat(uses).hasSizeGreaterThanOrEqualTo(2).allSatisfy(use -> {
            assertThat(use.provisioned()).isEqualTo(100.0);
            assertThat(use.container()).isEqualTo("flights");
        });
        assertThat(uses).extracting(PartitionUse::consumed).anyMatch(consumed -> consumed > 100);
    }

    @Test
    void more_throughput_ends_the_throttling() {
        flights.replaceThroughput(ThroughputProperties.createManualThroughput(100_000))
                .block();
        cosmos.clearCalls();

        Flux.range(0, 200)
                .flatMap(i -> flights.upsertItem(Sdk.flight("f-" + i, "o-17", 11)))
                .blockLast();

        assertThat(cosmos.calls()).noneMatch(CosmosCall::isThrottled);
    }

    @Test
    void throttling_can_be_switched_while_running() {
        cosmos.cosmos().enforceThroughput(false);
        try {
            Flux.range(0, 100)
                    .flatMap(i -> flights.upsertItem(Sdk.flight("f-" + i, "o-17", 11)))
                    .blockLast();
            assertThat(cosmos.calls()).noneMatch(CosmosCall::isThrottled);
        } finally {
            cosmos.cosmos().enforceThroughput(true);
        }
    }

    @Test
    void bulk_is_done_in_the_end_however_often_it_is_throttled() {
        long done = flights.executeBulkOperations(Flux.range(0, 100)
                        .map(i -> CosmosBulkOperations.getUpsertItemOperation(
                                Sdk.flight("f-" + i, "o-" + i, 11), new PartitionKey("o-" + i))))
                .filter(response -> response.getResponse().isSuccessStatusCode())
                .count()
                .block();

        assertThat(done).isEqualTo(100);
    }

    @Test
    void charges_follow_the_documented_prices() {
        PartitionKey owner = new PartitionKey("o-17");
        ObjectNode hundredKb = Sdk.flight("large", "o-17", 11);
        hundredKb.put("blob", "x".repeat(100 * 1024 - hundredKb.toString().length() - 10));

        assertThat(flights.createItem(Sdk.flight("f-1", "o-17", 11)).block().getRequestCharge())
                .isEqualTo(5.5);
        assertThat(flights.upsertItem(Sdk.flight("f-1", "o-17", 12)).block().getRequestCharge())
                .isEqualTo(11.0);
        assertThat(flights.readItem("f-1", owner, ObjectNode.class).block().getRequestCharge())
                .isEqualTo(1.0);
        assertThat(flights.createItem(hundredKb).block().getRequestCharge()).isBetween(54.9, 55.1);
        assertThat(flights.readItem("large", owner, ObjectNode.class).block().getRequestCharge())
                .isBetween(9.99, 10.01);
    }
}
