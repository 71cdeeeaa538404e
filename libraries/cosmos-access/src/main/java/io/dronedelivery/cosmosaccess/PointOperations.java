package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfig;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Reads and writes single documents in a known partition, with calls to that partition only. */
record PointOperations(CosmosAsyncContainer container, Operations operations) {

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;

    /** The longest id, in bytes of UTF-8. */
    private static final int MOST_BYTES = 1023;

    Mono<StoredDocument<JsonNode>> read(String operation, String id, PartitionKey key) {
        if (!isId(id)) {
            return Mono.empty();
        }
        return operations
                .run(
                        operation,
                        (cost, limit) -> container
                                .readItem(id, key, options(limit), com.fasterxml.jackson.databind.JsonNode.class)
                                .doOnNext(response -> cost.add(response.getDiagnostics()))
                                .map(response ->
                                        new StoredDocument<>(SdkTrees.fromSdk(response.getItem()), response.getETag()))
                                .onErrorResume(failure -> isStatus(NOT_FOUND, failure), absent -> {
                                    cost.add(absent);
                                    return Mono.empty();
                                }))
                .singleOrEmpty();
    }

    /** The ETag of the created document, or empty when its id already exists. */
    Mono<String> create(JsonNode document, PartitionKey key) {
        return write("create", CONFLICT, limit -> container.createItem(SdkTrees.toSdk(document), key, options(limit)));
    }

    /** Whether the document was replaced; false when its version has changed, or it is deleted. */
    Mono<Boolean> replace(JsonNode document, String id, PartitionKey key, String etag) {
        return write(
                        "replace",
                        PRECONDITION_FAILED,
                        limit -> container.replaceItem(
                                SdkTrees.toSdk(document),
                                id,
                                key,
                                options(limit).setIfMatchETag(etag)))
                .hasElement();
    }

    /** Whether the document was patched; false when there is none, or none with that ETag. */
    Mono<Boolean> patch(String id, PartitionKey key, CosmosPatchOperations changes, @Nullable String etag) {
        if (!isId(id)) {
            return Mono.just(false);
        }
        CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
        options.setIfMatchETag(etag);
        return write("set", PRECONDITION_FAILED, limit -> {
                    options.setCosmosEndToEndOperationLatencyPolicyConfig(limit);
                    return container.patchItem(
                            id, key, changes, options, com.fasterxml.jackson.databind.JsonNode.class);
                })
                .hasElement();
    }

    /** Whether the document was deleted; false when there was none, or none with that ETag. */
    Mono<Boolean> delete(String id, PartitionKey key, @Nullable String etag) {
        return isId(id)
                ? write(
                                "delete",
                                PRECONDITION_FAILED,
                                limit -> container.deleteItem(
                                        id, key, options(limit).setIfMatchETag(etag)))
                        .hasElement()
                : Mono.just(false);
    }

    /** The ETags of the created documents, or empty when one of their ids already exists: then none is created. */
    Mono<List<String>> createTogether(List<JsonNode> documents, PartitionKey key) {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(key);
        documents.forEach(document -> batch.createItemOperation(SdkTrees.toSdk(document)));
        return operations
                .run(
                        "create-together",
                        (cost, limit) -> container
                                .executeCosmosBatch(batch)
                                .doOnNext(response -> cost.add(response.getDiagnostics())))
                .single()
                .flatMap(PointOperations::etags);
    }

    private static Mono<List<String>> etags(CosmosBatchResponse response) {
        if (response.isSuccessStatusCode()) {
            return Mono.just(response.getResults().stream()
                    .map(CosmosBatchOperationResult::getETag)
                    .toList());
        }
        if (response.getStatusCode() == CONFLICT) {
            return Mono.empty();
        }
        throw CosmosProblems.ofStatus(
                response.getStatusCode(),
                response.getSubStatusCode(),
                response.getRetryAfterDuration(),
                new IllegalStateException("The batch ended with status " + response.getStatusCode()));
    }

    /** The ETag that the document has now, an empty one after it was deleted. No ETag when the answer is {@code statusOfNo}. */
    private Mono<String> write(
            String operation,
            int statusOfNo,
            Function<CosmosEndToEndOperationLatencyPolicyConfig, Mono<? extends CosmosItemResponse<?>>> call) {
        return operations
                .run(
                        operation,
                        (cost, limit) -> call.apply(limit)
                                .doOnNext(response -> cost.add(response.getDiagnostics()))
                                .map(response -> Objects.requireNonNullElse(response.getETag(), ""))
                                .onErrorResume(
                                        failure -> isStatus(statusOfNo, failure)
                                                || (statusOfNo == PRECONDITION_FAILED && isStatus(NOT_FOUND, failure)),
                                        no -> {
                                            cost.add(no);
                                            return Mono.empty();
                                        }))
                .singleOrEmpty();
    }

    /**
     * Whether a document can have that id. The id becomes part of an address. With a slash, or empty, it would be the address of something
     * else.
     *
     * @see <a href="https://learn.microsoft.com/azure/cosmos-db/concepts-limits#per-item-limits">Limits of items</a>
     */
    private static boolean isId(String id) {
        return !id.isEmpty()
                && id.indexOf('/') < 0
                && id.indexOf('\\') < 0
                && id.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    }

    private static CosmosItemRequestOptions options(CosmosEndToEndOperationLatencyPolicyConfig limit) {
        return new CosmosItemRequestOptions().setCosmosEndToEndOperationLatencyPolicyConfig(limit);
    }

    /** A 404 with a substatus is about the container or the session, not about the document. */
    private static boolean isStatus(int status, Throwable failure) {
        return failure instanceof CosmosException cosmos
                && cosmos.getStatusCode() == status
                && (status != NOT_FOUND || cosmos.getSubStatusCode() == 0);
    }
}
