package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentPatch;
import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.OperationOutcome;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads and writes single documents. */
record DocumentHandler(PartitionGate gate) implements Handler {
    @Override
    public Mono<CallReply> handle(Call call) {
        Container container = Objects.requireNonNull(call.container());
        call.operation(nameOf(call));
        Operation operation = operation(call, container.scanner());
        PhysicalPartition target = container.partitionOf(operation.key().partitionKey());
        return gate.pass(call, container, target, partition -> {
            PhysicalPartition.PartitionResults results = partition.execute(operation);
            OperationOutcome outcome = results.outcomes().get(0);
            return results.safe().then(Mono.fromCallable(() -> reply(call, container, operation, outcome)));
        });
    }

    private static String nameOf(Call call) {
        return switch (call.method()) {
            case "POST" -> call.isTrue(Headers.IS_UPSERT) ? "upsert-document" : "create-document";
            case "GET" -> "read-document";
            case "PUT" -> "replace-document";
            case "PATCH" -> "patch-document";
            case "DELETE" -> "delete-document";
            default -> throw CallRouter.unsupported(call);
        };
    }

    private static Operation operation(Call call, DocumentScanner scanner) {
        Scalar partitionKey = PartitionKeys.required(call);
        String ifMatch = call.header("if-match");
        String ifNoneMatch = call.header("if-none-match");
        if (ifNoneMatch != null && !call.method().equals("GET")) {
            throw ServiceException.notModelled("If-None-Match on a write");
        }
        if (call.method().equals("POST")) {
            DocumentScanner.Scanned document = scanner.scan(call.body());
            checkPartitionKey(document, partitionKey);
            return call.isTrue(Headers.IS_UPSERT)
                    ? new Operation.Upsert(document, ifMatch)
                    : new Operation.Create(document);
        }
        DocumentKey key = new DocumentKey(partitionKey, call.path().id(2));
        return switch (call.method()) {
            case "GET" -> new Operation.Read(key, ifNoneMatch);
            case "DELETE" -> new Operation.Delete(key, ifMatch);
            case "PATCH" ->
                new Operation.Patch(key, DocumentPatch.parse(Json.readTree(call.body()), Queries::condition), ifMatch);
            default -> replace(scanner.scan(call.body()), key, ifMatch);
        };
    }

    static Operation replace(DocumentScanner.Scanned document, DocumentKey key, @Nullable String ifMatch) {
        checkPartitionKey(document, key.partitionKey());
        return new Operation.Replace(key, document, ifMatch);
    }

    static void checkPartitionKey(DocumentScanner.Scanned document, Scalar partitionKey) {
        if (!document.key().partitionKey().equals(partitionKey)) {
            throw ServiceException.partitionKeyMismatch();
        }
    }

    private static CallReply reply(Call call, Container container, Operation operation, OperationOutcome outcome) {
        if (outcome.failure() != null) {
            return CallReply.failed(outcome.failure()).charge(outcome.charge());
        }
        boolean wanted = operation instanceof Operation.Read || !call.prefersMinimal();
        CallReply reply = outcome.document() == null || !wanted
                ? CallReply.empty(outcome.status())
                : CallReply.of(outcome.status(), outcome.document().toJson(container))
                        .items(1);
        if (outcome.etag() != null) {
            reply.etag(outcome.etag());
        }
        return reply.charge(outcome.charge());
    }
}
