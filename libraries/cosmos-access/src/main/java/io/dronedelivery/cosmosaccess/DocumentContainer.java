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
 * A container of documents that have an {@code id} and an {@code ownerId}, one of which is its partition key. The calls are the same for
 * both; only the cost differs.
 *
 * <p>Every operation ends within the configured time and within the caller's deadline, and is measured. It fails with a
 * {@link io.dronedelivery.servicekit.problem.ProblemException}. The status is 503 with a retry time when the database is unavailable, or
 * throttles longer than the SDK retries. It is 504 when the database is too slow.
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
    private final PointOperations documents;
    private final JsonMapper json;

    DocumentContainer(
            CosmosAsyncContainer container,
            CosmosProperties.ContainerSettings settings,
            int partitions,
            Operations operations,
            JsonMapper json) {
        this.container = container;
        this.partitionKey = settings.partitionKey();
        this.parallelism = settings.parallelism().among(partitions);
        this.pageSize = settings.pageSize();
        this.operations = operations;
        this.documents = new PointOperations(container, operations);
        this.json = json;
    }

    /** Whether an owner's documents share a partition, so that several of them can be created in one transaction. */
    public boolean keepsOwnersTogether() {
        return partitionKey.equals(PartitionKeyPath.OWNER_ID);
    }

    /**
     * The documents of an owner that a query selects. With the partition key {@code /ownerId} this takes one call to one physical
     * partition, and the first time one more for the plan. Otherwise it takes one call to each partition, with the configured parallelism.
     *
     * @param owner the owner; its id is the value of the query's parameter {@code @ownerId}
     * @param query a query with {@code c.ownerId = @ownerId} in its condition
     * @throws IllegalArgumentException when the query lacks this condition: with another partition key it would return the documents of all
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

    /** The documents of all owners that a query selects: one call to each physical partition, with the configured parallelism. */
    public Flux<JsonNode> everywhere(DocumentQuery query) {
        return query(query, options -> options.setMaxDegreeOfParallelism(parallelism));
    }

    /** The container in parts that together have all documents: one for each current physical partition. */
    public Mono<List<DocumentRange>> ranges() {
        return operations
                .run("ranges", (cost, limit) -> container.getFeedRanges())
                .single()
                .map(ranges -> ranges.stream().map(DocumentRange::of).toList());
    }

    /**
     * One page of the documents that a query selects in a part of the container. Each page is a separate operation with its own timeout, so
     * the caller may work as long as it likes before the next page.
     *
     * @param continuation of the page before, null for the first one
     * @return fails with an {@link IllegalArgumentException} when the continuation does not belong to this query
     */
    public Mono<DocumentPage> page(DocumentQuery query, DocumentRange range, int most, @Nullable String continuation) {
        return page(query, options -> options.setFeedRange(range.feedRange()), most, continuation);
    }

    /**
     * Returns a page like {@link #page(DocumentQuery, DocumentRange, int, String)}, of the whole container. The physical partitions are
     * queried one after the other, because the SDK would drop the results of others beyond the page.
     */
    public Mono<DocumentPage> page(DocumentQuery query, int most, @Nullable String continuation) {
        return page(query, options -> options.setMaxDegreeOfParallelism(ONE_AFTER_THE_OTHER), most, continuation);
    }

    /**
     * The document with that id; empty when there is none or it is not the caller's. With the partition key {@code /id} this is a point
     * read, the database's cheapest operation; otherwise it is a query of all partitions.
     *
     * @param type what the document is read into
     */
    public <T> Mono<T> byId(String id, Class<T> type, Caller caller) {
        Mono<JsonNode> document = keepsOwnersTogether()
                ? everywhere(BY_ID.with("@id", id)).reduce((first, furtherNeverThere) -> first)
                : documents.read(BY_ID.operation(), id, new PartitionKey(id)).map(StoredDocument::value);
        return document.filter(found -> caller.actsFor(found.path("ownerId").asString("")))
                .map(found -> convert(id, found, type));
    }

    /** The document of that owner with that id; empty when there is none. It is a point read with either partition key. */
    public <T> Mono<StoredDocument<T>> read(String ownerId, String id, Class<T> type) {
        return documents
                .read(POINT_READ, id, key(ownerId, id))
                .map(found -> new StoredDocument<>(convert(id, found.value(), type), found.etag()));
    }

    /**
     * @param document has an {@code id} and an {@code ownerId} in its JSON
     * @return whether it was created; false when its id already exists, and that document stays as it is
     */
    public Mono<Boolean> create(Object document) {
        return createForEtag(document).hasElement();
    }

    /** Creates a document like {@link #create}. Returns its ETag, or empty when its id already exists. */
    public Mono<String> createForEtag(Object document) {
        JsonNode tree = json.valueToTree(document);
        return documents.create(tree, key(tree));
    }

    /**
     * Creates documents of one owner in one transaction, all or none.
     *
     * @return their ETags in this order; empty when one of their ids already exists, and then none is created
     * @throws IllegalStateException when the container does not keep an owner's documents together
     */
    public Mono<List<String>> createTogether(List<?> several) {
        if (!keepsOwnersTogether()) {
            throw new IllegalStateException(
                    "Partitioned by " + partitionKey + ", no two documents share a transaction");
        }
        List<JsonNode> trees = several.stream().<JsonNode>map(json::valueToTree).toList();
        return documents.createTogether(trees, key(trees.get(0)));
    }

    /**
     * Replaces a document that has not changed since it was read.
     *
     * @return whether it was replaced; false when it has changed, or is deleted: read it again
     */
    public Mono<Boolean> replace(Object document, String etag) {
        JsonNode tree = json.valueToTree(document);
        return documents.replace(tree, tree.path("id").asString(""), key(tree), etag);
    }

    /**
     * Sets members of a document and keeps the others, also those that another caller changes at the same time.
     *
     * @param members the new values by the members' names; {@code a/b} is the member {@code b} of the object {@code a}
     * @return whether it was done; false when there is no such document
     */
    public Mono<Boolean> set(String ownerId, String id, Map<String, ?> members) {
        return set(ownerId, id, members, null);
    }

    /**
     * Sets members like {@link #set(String, String, Map)}, if the document has not changed.
     *
     * @param etag of the version to change; null for any
     * @return whether it was done; false when the document has another ETag, or there is none
     */
    public Mono<Boolean> set(String ownerId, String id, Map<String, ?> members, @Nullable String etag) {
        CosmosPatchOperations changes = CosmosPatchOperations.create();
        members.forEach((name, value) -> changes.set("/" + name, SdkTrees.toSdk(json.valueToTree(value))));
        return documents.patch(id, key(ownerId, id), changes, etag);
    }

    /**
     * Deletes a document.
     *
     * @param etag of the version to delete; null for any
     * @return whether it was deleted; false when the document has another ETag, or there is none
     */
    public Mono<Boolean> delete(String ownerId, String id, @Nullable String etag) {
        return documents.delete(id, key(ownerId, id), etag);
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

    /** Whether the database rejects the continuation, or the SDK, which reads a part of it itself. */
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
