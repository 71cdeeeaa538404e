package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.PartitionKey;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.core.publisher.Flux;

/** A local Cosmos DB for a class of tests, and the real client connected to it. */
final class ConnectedCosmos implements BeforeAllCallback, AfterAllCallback {
    private final LocalCosmosExtension cosmos;
    private CosmosAsyncClient client;

    private ConnectedCosmos(LocalCosmosExtension cosmos) {
        this.cosmos = cosmos;
    }

    static ConnectedCosmos with(UnaryOperator<LocalCosmosOptions> settings) {
        return new ConnectedCosmos(LocalCosmosExtension.with(settings));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        cosmos.beforeAll(context);
        client = Sdk.client(cosmos.cosmos());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        client.close();
        cosmos.afterAll(context);
    }

    LocalCosmos cosmos() {
        return cosmos.cosmos();
    }

    CosmosAsyncClient client() {
        return client;
    }

    /** An empty container by owner. */
    CosmosAsyncContainer newContainer(int throughput) {
        return Sdk.container(client, "/ownerId", throughput);
    }

    /** A container with {@code f-000} to {@code f-599}, twenty of each of {@code o-0} to {@code o-29}, numbered. */
    CosmosAsyncContainer sixHundredFlights() {
        CosmosAsyncContainer flights = newContainer(400);
        List<CosmosItemOperation> all = IntStream.range(0, 600)
                .mapToObj(i ->
                        flight("f-%03d".formatted(i), "o-" + i % 30, 1 + i % 12).put("number", i))
                .map(f -> CosmosBulkOperations.getCreateItemOperation(
                        f, new PartitionKey(f.get("ownerId").asText())))
                .toList();
        flights.executeBulkOperations(Flux.fromIterable(all)).blockLast();
        return flights;
    }

    List<CosmosCall> calls() {
        return cosmos.calls();
    }

    void clearCalls() {
        cosmos.clearCalls();
    }
}
