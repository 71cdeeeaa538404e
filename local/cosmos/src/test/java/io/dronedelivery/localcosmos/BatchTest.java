package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkItemRequestOptions;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;

class BatchTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(9));

    private static final PartitionKey OWNER = new PartitionKey("o-17");
    private CosmosAsyncContainer flights;

    @BeforeEach
    void newContainer() {
        flights = cosmos.newContainer(400);
        cosmos.clearCalls();
    }

    @Test
    void a_transaction_does_all_operations_in_order_and_sees_its_own_writes() {
        flights.createItem(flight("old", "o-17", 1)).block();
        CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
        batch.createItemOperation(flight("f-1", "o-17", 11));
        batch.readItemOperation("f-1");
        batch.patchItemOperation("f-1", CosmosPatchOperations.create().set("/month", 12));
        batch.upsertItemOperation(flight("f-2", "o-17", 11));
        batch.replaceItemOperation("f-2", flight("f-2", "o-17", 10));
        batch.deleteItemOperation("old");

        CosmosBatchResponse response = flights.executeCosmosBatch(batch).block();

        assertThat(response.isSuccessStatusCode()).isTrue();
        assertThat(response.getResults())
                .extracting(CosmosBatchOperationResult::getStatusCode)
                .containsExactly(201, 200, 200, 201, 200, 204);
        assertThat(response.getResults()
                        .get(1)
                        .getItem(ObjectNode.class)
                        .get("month")
                        .asInt())
                .isEqualTo(11);
        assertThat(response.getResults()
                        .get(2)
                        .getItem(ObjectNode.class)
                        .get("month")
                        .asInt())
                .isEqualTo(12);
        assertThat(response.getRequestCharge())
                .isEqualTo(response.getResults().stream()
                        .mapToDouble(CosmosBatchOperationResult::getRequestCharge)
                        .sum());
        assertThat(ids()).containsExactlyInAnyOrder("f-1", "f-2");
        assertThat(cosmos.calls())
                .filteredOn(call -> call.operation().equals("batch"))
                .hasSize(1);
    }

    @Test
    void a_transaction_with_one_failure_does_nothing_and_says_which() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
        batch.createItemOperation(flight("f-2", "o-17", 11));
        batch.createItemOperation(flight("f-1", "o-17", 11));
        batch.deleteItemOperation("f-1");

        CosmosBatchResponse response = flights.executeCosmosBatch(batch).block();

        assertThat(response.getStatusCode()).isEqualTo(409);
        assertThat(response.getResults())
                .extracting(CosmosBatchOperationResult::getStatusCode)
                .containsExactly(424, 409, 424);
        assertThat(ids()).containsExactly("f-1");
    }

    @Test
    void an_operation_of_a_transaction_may_demand_a_version() {
        String etag = flights.createItem(flight("f-1", "o-17", 11)).block().getETag();
        flights.upsertItem(flight("f-1", "o-17", 12)).block();
        CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
        batch.replaceItemOperation(
                "f-1", flight("f-1", "o-17", 1), new CosmosBatchItemRequestOptions().setIfMatchETag(etag));

        assertThat(flights.executeCosmosBatch(batch).block().getStatusCode()).isEqualTo(412);
    }

    @Test
    void a_conditional_read_of_a_batch_or_bulk_is_refused_by_name() {
        String etag = flights.createItem(flight("f-1", "o-17", 11)).block().getETag();
        CosmosBatch batch = CosmosBatch.createCosmosBatch(OWNER);
        batch.readItemOperation("f-1", new CosmosBatchItemRequestOptions().setIfNoneMatchETag(etag));
        CosmosItemOperation read = CosmosBulkOperations.getReadItemOperation(
                "f-1", OWNER, new CosmosBulkItemRequestOptions().setIfNoneMatchETag(etag));

        Sdk.assertRefused(flights.executeCosmosBatch(batch), 400, 0, "'ifNoneMatch' in a batch is not modelled");
        assertThat(status(flights.executeBulkOperations(Flux.just(read)).blockFirst()))
                .isEqualTo(400);
    }

    @Test
    void a_transaction_of_a_hundred_operations_may_give_every_document_another_id() {
        CosmosBatch creation = CosmosBatch.createCosmosBatch(OWNER);
        CosmosBatch renaming = CosmosBatch.createCosmosBatch(OWNER);
        for (int i = 0; i < 100; i++) {
            creation.createItemOperation(flight("old-" + i, "o-17", 1));
            renaming.replaceItemOperation("old-" + i, flight("new-" + i, "o-17", 2));
        }
        flights.executeCosmosBatch(creation).block();

        assertThat(flights.executeCosmosBatch(renaming).block().isSuccessStatusCode())
                .isTrue();

        assertThat(ids())
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> "new-" + i).toList());
    }

    @Test
    void bulk_writes_thousands_of_documents_to_all_partitions() {
        List<CosmosItemOperation> creates = IntStream.range(0, 2_000)
                .mapToObj(i -> CosmosBulkOperations.getCreateItemOperation(
                        flight("f-" + i, "o-" + i % 50, 1), new PartitionKey("o-" + i % 50)))
                .toList();

        List<CosmosBulkOperationResponse<Object>> responses = flights.executeBulkOperations(Flux.fromIterable(creates))
                .collectList()
                .block();

        assertThat(responses)
                .extracting(r -> r.getResponse().getStatusCode())
                .hasSize(2_000)
                .containsOnly(201);
        assertThat(flights.queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Long.class)
                        .blockLast())
                .isEqualTo(2_000);
        Set<String> partitions = cosmos.calls().stream()
                .filter(call -> call.operation().equals("bulk"))
                .map(CosmosCall::partition)
                .collect(Collectors.toSet());
        assertThat(partitions).hasSize(9);
    }

    @Test
    void bulk_goes_on_after_a_failure() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        List<CosmosItemOperation> operations = List.of(
                CosmosBulkOperations.getCreateItemOperation(flight("f-1", "o-17", 1), OWNER),
                CosmosBulkOperations.getReadItemOperation("f-1", OWNER),
                CosmosBulkOperations.getDeleteItemOperation("none", OWNER),
                CosmosBulkOperations.getCreateItemOperation(flight("not/an/id", "o-17", 1), OWNER),
                CosmosBulkOperations.getPatchItemOperation(
                        "f-1", OWNER, CosmosPatchOperations.create().increment("/month", 1)),
                CosmosBulkOperations.getUpsertItemOperation(flight("f-2", "o-17", 1), OWNER));

        Map<CosmosItemOperation, Integer> statuses = flights.executeBulkOperations(Flux.fromIterable(operations))
                .collectMap(CosmosBulkOperationResponse::getOperation, BatchTest::status)
                .block();

        assertThat(operations).extracting(statuses::get).containsExactly(409, 200, 404, 400, 200, 201);
        assertThat(ids()).containsExactlyInAnyOrder("f-1", "f-2");
    }

    private List<String> ids() {
        return flights.queryItems(
                        "SELECT VALUE c.id FROM c",
                        new CosmosQueryRequestOptions().setPartitionKey(OWNER),
                        String.class)
                .collectList()
                .block();
    }

    private static int status(CosmosBulkOperationResponse<?> response) {
        return response.getException() instanceof CosmosException refusal
                ? refusal.getStatusCode()
                : response.getResponse().getStatusCode();
    }
}
