package io.dronedelivery.localstack.sample;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBulkExecutionOptions;
import com.azure.cosmos.models.CosmosBulkItemRequestOptions;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dronedelivery.localstack.sample.SampleDelivery.Flight;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes deliveries and flights to Cosmos DB with the SDK's bulk API. */
public final class DocumentLoader {

    /** The names that delivery-service and drone-service have in their settings. */
    public static final String DATABASE = "drone-delivery";

    public static final String DELIVERIES = "deliveries";
    public static final String FLIGHTS = "flights";

    /** Provisioned while loading: the most there is. */
    private static final int LOADING_THROUGHPUT = 1_000_000;

    /** The SDK takes all operations that it can get; chunks bound the memory for those that wait. */
    private static final int CHUNK = 2_000;

    private static final int CHUNKS_AT_ONCE = 2;

    /** The setting of the client does not reach the operations of a bulk. */
    private static final CosmosBulkItemRequestOptions NO_CONTENT_BACK =
            new CosmosBulkItemRequestOptions().setContentResponseOnWriteEnabled(false);

    private static final int CREATED = 201;

    private final SampleData data;
    private final UnaryOperator<String> partitionKeys;
    private final LongAdder documents = new LongAdder();

    /** @param partitionKeys {@code /ownerId} or {@code /id} by the container's name */
    public DocumentLoader(SampleData data, UnaryOperator<String> partitionKeys) {
        this.data = data;
        this.partitionKeys = partitionKeys;
    }

    /** How many documents have been written so far. */
    public long documents() {
        return documents.sum();
    }

    /** Creates the database and the containers, which may be there already. */
    public Mono<Void> createContainers(CosmosAsyncClient client) {
        CosmosAsyncDatabase database = client.getDatabase(DATABASE);
        return client.createDatabaseIfNotExists(DATABASE)
                .then(create(database, DELIVERIES))
                .then(create(database, FLIGHTS));
    }

    /** Writes all documents; fails with the first one that is refused. */
    public Mono<Void> load(CosmosAsyncClient client) {
        CosmosAsyncDatabase database = client.getDatabase(DATABASE);
        int deliveries = data.spec().deliveries();
        int chunks = (deliveries + CHUNK - 1) / CHUNK;
        return Flux.range(0, chunks)
                .flatMap(
                        chunk -> load(database, chunk * CHUNK, Math.min(CHUNK, deliveries - chunk * CHUNK)),
                        CHUNKS_AT_ONCE)
                .then();
    }

    private Mono<Void> load(CosmosAsyncDatabase database, int from, int count) {
        List<SampleDelivery> deliveries =
                IntStream.range(from, from + count).mapToObj(data::delivery).toList();
        return Mono.when(
                write(database.getContainer(DELIVERIES), deliveries, Documents::ofDelivery),
                write(database.getContainer(FLIGHTS), deliveries, DocumentLoader::flight));
    }

    /**
     * Provisions what the containers are to have from now on.
     *
     * @param requestUnitsPerSecond by the container's name
     */
    public Mono<Void> provision(CosmosAsyncClient client, ToIntFunction<String> requestUnitsPerSecond) {
        CosmosAsyncDatabase database = client.getDatabase(DATABASE);
        return Flux.just(DELIVERIES, FLIGHTS)
                .concatMap(container -> database.getContainer(container)
                        .replaceThroughput(ThroughputProperties.createManualThroughput(
                                requestUnitsPerSecond.applyAsInt(container))))
                .then();
    }

    /** Whether the document that this data is shown with is there. */
    public Mono<Boolean> isLoaded(CosmosAsyncClient client) {
        return Mono.justOrEmpty(data.showcase())
                .flatMap(delivery -> client.getDatabase(DATABASE)
                        .getContainer(FLIGHTS)
                        .readItem(delivery.id(), keyOf(FLIGHTS, delivery.ownerId(), delivery.id()), ObjectNode.class))
                .map(response -> true)
                .defaultIfEmpty(data.showcase().isEmpty())
                .onErrorReturn(
                        failure -> failure instanceof CosmosException missing && missing.getStatusCode() == 404, false);
    }

    private Mono<Void> create(CosmosAsyncDatabase database, String container) {
        PartitionKeyDefinition key = new PartitionKeyDefinition()
                .setPaths(List.of(partitionKeys.apply(container)))
                .setKind(PartitionKind.HASH)
                .setVersion(PartitionKeyDefinitionVersion.V2);
        return database.createContainerIfNotExists(
                        new CosmosContainerProperties(container, key),
                        ThroughputProperties.createManualThroughput(LOADING_THROUGHPUT))
                .then();
    }

    private static @Nullable ObjectNode flight(SampleDelivery delivery) {
        Flight flight = delivery.flight();
        return flight == null ? null : Documents.ofFlight(delivery, flight);
    }

    /** @param documentation makes the document of a delivery, or null when this container has none of it */
    private Mono<Void> write(
            CosmosAsyncContainer container,
            List<SampleDelivery> deliveries,
            Function<SampleDelivery, @Nullable ObjectNode> documentation) {
        Flux<CosmosItemOperation> operations = Flux.fromIterable(deliveries).mapNotNull(delivery -> {
            ObjectNode document = documentation.apply(delivery);
            return document == null
                    ? null
                    : CosmosBulkOperations.getCreateItemOperation(
                            document, keyOf(container.getId(), delivery.ownerId(), delivery.id()), NO_CONTENT_BACK);
        });
        return container
                .executeBulkOperations(operations, new CosmosBulkExecutionOptions())
                .doOnNext(this::requireCreated)
                .then();
    }

    private PartitionKey keyOf(String container, String ownerId, String id) {
        return new ShortKey("/id".equals(partitionKeys.apply(container)) ? id : ownerId);
    }

    /** The SDK's bulk executor writes every key as JSON several times, for a trace log that is off: a tenth of its time. */
    private static final class ShortKey extends PartitionKey {

        private final String value;

        ShortKey(String value) {
            super(value);
            this.value = value;
        }

        @Override
        public String toString() {
            return value;
        }
    }

    private void requireCreated(CosmosBulkOperationResponse<?> operation) {
        @Nullable CosmosBulkItemResponse response = operation.getResponse();
        if (response == null || response.getStatusCode() != CREATED) {
            throw new IllegalStateException(
                    "A document of the sample data was refused with "
                            + (response == null ? "no status" : "status " + response.getStatusCode()),
                    operation.getException());
        }
        documents.increment();
    }
}
