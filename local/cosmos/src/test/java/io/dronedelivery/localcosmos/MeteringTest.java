package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MeteringTest {
    private static final SimpleMeterRegistry REGISTRY = new SimpleMeterRegistry();
    private static final List<CosmosCall> HEARD = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3)
            .meterRegistry(REGISTRY)
            .recentCalls(5)
            .onCall(HEARD::add)
            .onCall(call -> {
                throw new IllegalStateException("a listener that fails is not the caller's problem");
            }));

    @Test
    void every_call_is_metered_by_container_operation_partition_and_status() {
        try (CosmosAsyncClient client = Sdk.client(cosmos.cosmos())) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            flights.createItem(Sdk.flight("f-1", "o-17", 11)).block();
            for (int i = 0; i < 3; i++) {
                flights.readItem("f-1", new PartitionKey("o-17"), ObjectNode.class)
                        .block();
            }
            Sdk.assertRefused(flights.createItem(Sdk.flight("f-1", "o-17", 11)), 409, 0, "f-1");

            CosmosCall conflict = cosmos.calls().get(cosmos.calls().size() - 1);
            assertThat(conflict.operation()).isEqualTo("create-document");
            assertThat(conflict.status()).isEqualTo(409);
            assertThat(conflict.database()).startsWith("db-");
            assertThat(REGISTRY.get("local.cosmos.calls")
                            .tags("container", "flights", "operation", "read-document", "status", "200")
                            .tag("partition", conflict.partition())
                            .timer()
                            .count())
                    .isEqualTo(3);
            assertThat(REGISTRY.get("local.cosmos.request.charge")
                            .tags("container", "flights", "operation", "create-document", "status", "201")
                            .summary()
                            .totalAmount())
                    .isEqualTo(5.5);
            assertThat(cosmos.calls()).as("the last five").hasSize(5);
            assertThat(HEARD).hasSizeGreaterThan(5).endsWith(cosmos.calls().toArray(CosmosCall[]::new));
        }
    }
}
