package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.protocol.BatchReader.BatchEntry;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.OperationOutcome;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * Transactional batches, which are all or nothing on one partition key, and bulk, whose operations are independent on one physical
 * partition.
 */
record BatchHandler(PartitionGate gate) implements Handler {
    private static final int MAX_BATCH_BYTES = 2 * 1024 * 1024;

    @Override
    public Mono<CallReply> handle(Call call) {
        boolean atomic = call.isTrue(Headers.BATCH_ATOMIC);
        call.operation(atomic ? "batch" : "bulk");
        if (!atomic && !call.isTrue(Headers.BATCH_CONTINUE_ON_ERROR)) {
            throw ServiceException.notModelled("A batch that is not atomic and stops at the first error");
        }
        Container container = Objects.requireNonNull(call.container());
        Scalar partitionKey = atomic ? PartitionKeys.required(call) : PartitionKeys.whole(call);
        PhysicalPartition target = PartitionGate.partitionNamedBy(call, container);
        if (target == null) {
            throw ServiceException.badRequest("A batch needs a partition key or a partition key range.");
        }
        if (call.body().length > MAX_BATCH_BYTES) {
            throw ServiceException.tooLarge("Request size is too large: a batch has at most 2 MB.");
        }
        List<BatchEntry> entries = new BatchReader(container.scanner(), partitionKey).read(call.body());
        return gate.pass(
                call,
                container,
                target,
                partition -> atomic
                        ? transaction(call, container, partition, entries)
                        : bulk(call, container, partition, entries));
    }

    private static Mono<CallReply> transaction(
            Call call, Container container, PhysicalPartition partition, List<BatchEntry> entries) {
        List<Operation> operations = new ArrayList<>(entries.size());
        for (BatchEntry entry : entries) {
            if (entry.operation() == null) {
                throw Objects.requireNonNull(entry.failure());
            }
            checkPlace(container, partition, entry.operation());
            operations.add(entry.operation());
        }
        return reply(call, container, entries, partition.executeAtomically(operations));
    }

    private static Mono<CallReply> bulk(
            Call call, Container container, PhysicalPartition partition, List<BatchEntry> entries) {
        List<Operation> operations = new ArrayList<>(entries.size());
        for (BatchEntry entry : entries) {
            if (entry.operation() != null) {
                checkPlace(container, partition, entry.operation());
                operations.add(entry.operation());
            }
        }
        return reply(call, container, entries, partition.executeEach(operations));
    }

    private static void checkPlace(Container container, PhysicalPartition partition, Operation operation) {
        if (container.partitionOf(operation.key().partitionKey()) != partition) {
            throw ServiceException.partitionGone(partition.id());
        }
    }

    private static Mono<CallReply> reply(
            Call call, Container container, List<BatchEntry> entries, PhysicalPartition.PartitionResults results) {
        return results.safe().then(Mono.fromCallable(() -> {
            List<OperationOutcome> outcomes = inOrder(entries, results.outcomes());
            BatchWriter writer = new BatchWriter(container);
            boolean minimal = call.prefersMinimal();
            double charge = 0;
            boolean allWell = true;
            for (int i = 0; i < outcomes.size(); i++) {
                OperationOutcome outcome = outcomes.get(i);
                BatchEntry entry = entries.get(i);
                boolean write = !(entry.operation() instanceof Operation.Read);
                writer.add(outcome, entry.minimal() || minimal && write);
                charge += outcome.charge();
                allWell &= outcome.isSuccess();
            }
            return CallReply.of(allWell ? 200 : 207, writer.toBytes())
                    .items(outcomes.size())
                    .charge(charge);
        }));
    }

    /** Inserts the failures of unreadable entries between the outcomes of the executed ones. */
    private static List<OperationOutcome> inOrder(List<BatchEntry> entries, List<OperationOutcome> done) {
        if (done.size() == entries.size()) {
            return done;
        }
        List<OperationOutcome> all = new ArrayList<>(entries.size());
        int next = 0;
        for (BatchEntry entry : entries) {
            all.add(entry.failure() == null ? done.get(next++) : OperationOutcome.failed(0, entry.failure()));
        }
        return all;
    }
}
