package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.util.CosmosPagedFlux;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Owner;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A container of documents that have an {@code id} and an {@code ownerId}, one of which is its partition key. Callers ask alike in
 * both cases; only the cost differs.
 *
 * <p>Every operation ends within the configured time and within the caller's deadline, and is measured. It fails with a
 * {@link io.dronedelivery.servicekit.problem.ProblemException}: 503 with the time to come again when the database throttles
 * longer than the SDK retries, or cannot be reached; 504 when it is too slow.
 */
public final class DocumentContainer {

    private static final int ONE_AFTER_THE_OTHER = 1;
    private static final String POINT_READ = "read";
    private static final String OF_OWNER = "c.ownerId = @ownerId";
    private static final DocumentQuery BY_ID = DocumentQuery.of("by-id", "SELECT * FROM c WHERE c.id = @id");

    private final CosmosAsyncContainer container;
    private final PartitionKeyPath partitionKey;
    private final int parallelism;
    private final int pageSize;
    private final Operations operations;
    private final Documents documents;
    private final JsonMapper json;

    DocumentContainer(
            CosmosAsyncContainer container,
            CosmosProperties.Container settings,
            int partitions,
            Operations operations,
            JsonMapper json) {
        this.container = container;
        this.partitionKey = settings.partitionKey();
        this.parallelism = settings.parallelism().among(partitions);
        this.pageSize = settings.pageSize();
        this.operations = operations;
        this.documents = new Documents(container, operations);
        this.json = json;
    }

    /** Whether an owner's documents share a partition, so that some of them can be created all or none. */
    public boolean keepsOwnersTogether() {
        return partitionKey.equals(PartitionKeyPath.OWNER_ID);
    }

    /**
     * The documents of an owner that a query selects. With the partition key {@code /ownerId} this is one call to one physical
     * partition (and one for the plan, the first time), otherwise one to each, so many at a time as configured.
     *
     * @param owner the owner; its id is the value of the query's parameter {@code @ownerId}
     * @param query a query with {@code c.ownerId = @ownerId} in its condition
     * @throws IllegalArgumentException when the query does not have that: with another partition key it would bring the documents of all
     *     owners
     */
    public Flux<JsonNode> ofOwner(Owner owner, DocumentQuery query) {
        if (!query.sql().contains(OF_OWNER)) {
            throw new IllegalArgumentException(
                    "The query " + query.operation() + " asks for the documents of all owners: it lacks " + OF_OWNER);
        }
        DocumentQuery ofOwner = query.with("@ownerId", owner.id());
        return keepsOwnersTogether()
                ? query(ofOwner, options -> options.setPartitionKey(new PartitionKey(owner.id())))
                : everywhere(ofOwner);
    }

    /** The documents of all owners that a query selects: a call to each physical partition, so many at a time as configured. */
    public Flux<JsonNode> everywhere(DocumentQuery query) {
        return query(query, options -> options.setMaxDegreeOfParallelism(parallelism));
    }

    /** The container in parts that together have all documents: one for each physical partition, as they are now. */
    public Mono<List<DocumentRange>> ranges() {
        return operations
                .run("ranges", (cost, limit) -> container.getFeedRanges())
                .single()
                .map(ranges -> ranges.stream().map(DocumentRange::of).toList());
    }

    /**
     * One page of the documents of a part of the container that a query selects. Each page is an operation of its own, with the time of
     * one, so that a caller may work as long as it likes before it asks for the next.
     *
     * @param most the most documents that the page brings
     * @param continuation of the page before, null for the first one
     * @return fails with an {@link IllegalArgumentException} when the continuation is none of this query's pages
     */
    public Mono<DocumentPage> page(DocumentQuery query, DocumentRange range, int most, @Nullable String continuation) {
        return page(query, options -> options.setFeedRange(range.feedRange()), most, continuation);
    }

    /**
     * As {@link #page(DocumentQuery, DocumentRange, int, String)}, of the whole container. The physical partitions are asked one after the
     * other: the SDK would throw away what others answer beyond the page.
     */
    public Mono<DocumentPage> page(DocumentQuery query, int most, @Nullable String continuation) {
        return page(query, options -> options.setMaxDegreeOfParallelism(ONE_AFTER_THE_OTHER), most, continuation);
    }

    /**
     * The document with that id, empty when there is none or it is not the caller's. With the partition key {@code /id} this is a point read, the cheapest
     * thing the database does, otherwise a query of all partitions.
     *
     * @param type what the document is read into
     * @param caller who wants to see it
     */
    public <T> Mono<T> byId(String id, Class<T> type, Caller caller) {
        Mono<JsonNode> document = keepsOwnersTogether()
                ? everywhere(BY_ID.with("@id", id)).reduce((first, furtherNeverThere) -> first)
                : documents.read(BY_ID.operation(), id, new PartitionKey(id)).map(StoredDocument::value);
        return document.filter(found -> caller.actsFor(found.path("ownerId").asString("")))
                .map(found -> convert(id, found, type));
    }

    /** The document of that owner with that id, empty when there is none: a point read with either partition key. */
    public <T> Mono<StoredDocument<T>> read(String ownerId, String id, Class<T> type) {
        return documents
                .read(POINT_READ, id, key(ownerId, id))
                .map(found -> new StoredDocument<>(convert(id, found.value(), type), found.etag()));
    }

    /**
     * Creates a document.
     *
     * @param document has an {@code id} and an {@code ownerId}, once it is written as JSON
     * @return whether it was created; false when there is one with its id, which stays as it is
     */
    public Mono<Boolean> create(Object document) {
        JsonNode tree = json.valueToTree(document);
        return documents.create(tree, key(tree));
    }

    /**
     * Creates documents of one owner, all or none, in one transaction.
     *
     * @return whether they were created; false when there is one with one of their ids: then none is
     * @throws IllegalStateException when the container does not keep an owner's documents together
     */
    public Mono<Boolean> createTogether(List<?> several) {
        if (!keepsOwnersTogether()) {
            throw new IllegalStateException(
                    "Partitioned by " + partitionKey + ", no two documents share a transaction");
        }
        List<JsonNode> trees = several.stream().<JsonNode>map(json::valueToTree).toList();
        return documents.createTogether(trees, key(trees.get(0)));
    }

    /**
     * Replaces a document that nobody has changed since it was read.
     *
     * @return whether it was replaced; false when it has changed, or is gone: read it again
     */
    public Mono<Boolean> replace(Object document, String etag) {
        JsonNode tree = json.valueToTree(document);
        return documents.replace(tree, tree.path("id").asString(""), key(tree), etag);
    }

    /**
     * Sets members of a document and leaves the others as they are, whoever changes those meanwhile.
     *
     * @param members the new values by the members' names; {@code a/b} is the member {@code b} of the object {@code a}
     * @return whether it was done; false when there is no such document
     */
    public Mono<Boolean> set(String ownerId, String id, Map<String, ?> members) {
        CosmosPatchOperations changes = CosmosPatchOperations.create();
        members.forEach((name, value) -> changes.set("/" + name, SdkTrees.toSdk(json.valueToTree(value))));
        return documents.patch(id, key(ownerId, id), changes);
    }

    /** Deletes a document; whether there was one. */
    public Mono<Boolean> delete(String ownerId, String id) {
        return documents.delete(id, key(ownerId, id));
    }

    private PartitionKey key(JsonNode document) {
        return key(document.path("ownerId").asString(""), document.path("id").asString(""));
    }

    private PartitionKey key(String ownerId, String id) {
        return new PartitionKey(keepsOwnersTogether() ? ownerId : id);
    }

    private Flux<JsonNode> query(DocumentQuery query, Consumer<CosmosQueryRequestOptions> scope) {
        return operations.run(
                query.operation(),
                (cost, limit) -> found(query, scope, limit)
                        .byPage(pageSize)
                        .doOnNext(page -> cost.add(page.getCosmosDiagnostics()))
                        .concatMapIterable(FeedResponse::getResults)
                        .map(SdkTrees::fromSdk));
    }

    private Mono<DocumentPage> page(
            DocumentQuery query, Consumer<CosmosQueryRequestOptions> scope, int most, @Nullable String continuation) {
        return operations
                .run(query.operation(), (cost, limit) -> {
                    CosmosPagedFlux<com.fasterxml.jackson.databind.JsonNode> found = found(query, scope, limit);
                    return (continuation == null ? found.byPage(most) : found.byPage(continuation, most))
                            .doOnNext(page -> cost.add(page.getCosmosDiagnostics()))
                            .next()
                            .map(DocumentContainer::page);
                })
                .singleOrEmpty()
                .defaultIfEmpty(DocumentPage.NONE)
                .onErrorMap(
                        failure -> continuation != null && isMisunderstood(failure),
                        failure -> new IllegalArgumentException(
                                "The continuation is none of the query " + query.operation(), failure));
    }

    /** By the database, or by the SDK, which reads some of the continuation itself. */
    private static boolean isMisunderstood(Throwable failure) {
        return failure instanceof IllegalArgumentException
                || failure.getCause() instanceof CosmosException refused && refused.getStatusCode() == 400;
    }

    private static DocumentPage page(FeedResponse<com.fasterxml.jackson.databind.JsonNode> page) {
        return new DocumentPage(
                page.getResults().stream().map(SdkTrees::fromSdk).toList(), page.getContinuationToken());
    }

    private CosmosPagedFlux<com.fasterxml.jackson.databind.JsonNode> found(
            DocumentQuery query,
            Consumer<CosmosQueryRequestOptions> scope,
            CosmosEndToEndOperationLatencyPolicyConfig limit) {
        CosmosQueryRequestOptions options = new CosmosQueryRequestOptions()
                .setQueryName(query.operation())
                .setQueryMetricsEnabled(false)
                .setCosmosEndToEndOperationLatencyPolicyConfig(limit);
        scope.accept(options);
        return container.queryItems(query.spec(), options, com.fasterxml.jackson.databind.JsonNode.class);
    }

    private <T> T convert(String id, JsonNode document, Class<T> type) {
        try {
            return json.treeToValue(document, type);
        } catch (JacksonException e) {
            throw new IllegalStateException(
                    "The document " + id + " of " + container.getId() + " is not as expected", e);
        }
    }
}
