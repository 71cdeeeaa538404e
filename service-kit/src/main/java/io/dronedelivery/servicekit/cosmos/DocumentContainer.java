package io.dronedelivery.servicekit.cosmos;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.servicekit.deadline.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A container of documents that have an {@code id} and an {@code ownerId}, one of which is its partition key. Callers ask alike in
 * both cases; only the cost differs.
 *
 * <p>Every operation ends within the configured time and within the caller's deadline, and is measured. It fails with a
 * {@link io.dronedelivery.servicekit.problem.ProblemException}: 503 with the time to come again when the database throttles
 * longer than the SDK retries, or cannot be reached; 504 when it is too slow.
 */
public final class DocumentContainer {

    private static final Duration GRACE = Duration.ofMillis(100);
    private static final DocumentQuery BY_ID = DocumentQuery.of("by-id", "SELECT * FROM c WHERE c.id = @id");

    private final CosmosAsyncContainer container;
    private final PartitionKeyPath partitionKey;
    private final int parallelism;
    private final int pageSize;
    private final Duration timeout;
    private final OperationMeters meters;
    private final ObjectMapper json;

    DocumentContainer(
            CosmosAsyncContainer container,
            CosmosProperties.Container settings,
            int partitions,
            Duration timeout,
            OperationMeters meters,
            ObjectMapper json) {
        this.container = container;
        this.partitionKey = settings.partitionKey();
        this.parallelism = settings.parallelism().among(partitions);
        this.pageSize = settings.pageSize();
        this.timeout = timeout;
        this.meters = meters;
        this.json = json;
    }

    /**
     * The documents of an owner that a query selects. With the partition key {@code /ownerId} this is one call to one physical
     * partition (and one for the plan, the first time), otherwise one to each, so many at a time as configured.
     *
     * @param ownerId the owner; the value of the query's parameter {@code @ownerId}
     * @param query a query with {@code c.ownerId = @ownerId} in its condition
     */
    public Flux<JsonNode> ofOwner(String ownerId, DocumentQuery query) {
        DocumentQuery ofOwner = query.with("@ownerId", ownerId);
        return partitionKey.equals(PartitionKeyPath.OWNER_ID)
                ? query(ofOwner, options -> options.setPartitionKey(new PartitionKey(ownerId)))
                : query(ofOwner, options -> options.setMaxDegreeOfParallelism(parallelism));
    }

    /**
     * The document with that id, empty when there is none. With the partition key {@code /id} this is a point read, the cheapest
     * thing the database does, otherwise a query of all partitions.
     *
     * @param type what the document is read into
     */
    public <T> Mono<T> byId(String id, Class<T> type) {
        return document(id).map(document -> convert(id, document, type));
    }

    private Mono<JsonNode> document(String id) {
        return partitionKey.equals(PartitionKeyPath.ID)
                ? read(id)
                : query(BY_ID.with("@id", id), options -> options.setMaxDegreeOfParallelism(parallelism))
                        .reduce((first, furtherNeverThere) -> first);
    }

    private Mono<JsonNode> read(String id) {
        return measured(BY_ID.operation(), (cost, limit) -> container
                        .readItem(
                                id,
                                new PartitionKey(id),
                                new CosmosItemRequestOptions().setCosmosEndToEndOperationLatencyPolicyConfig(limit),
                                JsonNode.class)
                        .doOnNext(response -> cost.add(response.getDiagnostics()))
                        .map(response -> response.getItem())
                        .onErrorResume(DocumentContainer::isNotFound, absent -> {
                            cost.add(absent);
                            return Mono.empty();
                        }))
                .singleOrEmpty();
    }

    private Flux<JsonNode> query(DocumentQuery query, Consumer<CosmosQueryRequestOptions> scope) {
        return measured(query.operation(), (cost, limit) -> {
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions()
                    .setQueryName(query.operation())
                    .setQueryMetricsEnabled(false)
                    .setCosmosEndToEndOperationLatencyPolicyConfig(limit);
            scope.accept(options);
            return container
                    .queryItems(query.spec(), options, JsonNode.class)
                    .byPage(pageSize)
                    .doOnNext(page -> cost.add(page.getCosmosDiagnostics()))
                    .concatMapIterable(FeedResponse::getResults);
        });
    }

    /** The SDK's own limit starts anew with each page, but tells what the operation has cost so far; ours is the end. */
    private <T> Flux<T> measured(
            String operation,
            BiFunction<OperationCost, CosmosEndToEndOperationLatencyPolicyConfig, Publisher<T>> work) {
        return Flux.deferContextual(context -> {
            OperationCost cost = new OperationCost();
            Deadline deadline = Deadline.current(context);
            Duration limit = Deadline.remainingUpTo(timeout, context);
            if (limit.isZero()) {
                return Flux.error(Deadline.exceeded());
            }
            return Flux.from(work.apply(cost, new CosmosEndToEndOperationLatencyPolicyConfigBuilder(limit).build()))
                    .doOnError(cost::add)
                    .takeUntilOther(endAfter(limit.plus(GRACE)))
                    .onErrorMap(failure -> CosmosProblems.of(failure, cost.throttled(), deadline))
                    .doOnTerminate(() -> meters.record(operation, cost.calls()))
                    .doOnCancel(() -> meters.record(operation, cost.calls()));
        });
    }

    private <T> T convert(String id, JsonNode document, Class<T> type) {
        try {
            return json.treeToValue(document, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "The document " + id + " of " + container.getId() + " is not as expected", e);
        }
    }

    private static Mono<Void> endAfter(Duration limit) {
        return Mono.delay(limit).flatMap(tick -> Mono.error(new TimeoutException("No answer within " + limit)));
    }

    private static boolean isNotFound(Throwable failure) {
        return failure instanceof CosmosException cosmos
                && cosmos.getStatusCode() == 404
                && cosmos.getSubStatusCode() == 0;
    }
}
