package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FaultExampleTest {

    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o);

    @Test
    void order_is_stored_in_spite_of_three_429() {
        try (CosmosClient client = new CosmosClientBuilder()
                .endpoint(cosmos.endpoint())
                .key(cosmos.key())
                .gatewayMode()
                .buildClient()) {
            client.createDatabaseIfNotExists("shop");
            client.getDatabase("shop").createContainerIfNotExists("orders", "/customer");
            CosmosContainer orders = client.getDatabase("shop").getContainer("orders");
            cosmos.faults().begin("429,times=3,retry-after=20ms,container=shop/orders");

            orders.upsertItem(Map.of("id", "1", "customer", "c-1"));

            assertThat(cosmos.calls()).filteredOn(call -> call.status() == 429).hasSize(3);
            assertThat(cosmos.faults().inForce()).isEmpty();
        }
    }
}
