package io.dronedelivery.localcosmos.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.PropertyPath;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A batch is refused with a reason, or each of its operations is; what is not refused is the operation that a parser of all of it finds,
 * with the same document in it.
 */
final class BatchReaderFuzz {

    private static final DocumentScanner SCANNER = new DocumentScanner(List.of(PropertyPath.of("ownerId")));

    private BatchReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        check(input, null);
        check(input, Scalar.of("o-1"));
    }

    private static void check(byte[] input, @Nullable Scalar partitionKey) {
        List<BatchReader.BatchEntry> entries;
        try {
            entries = new BatchReader(SCANNER, partitionKey).read(input);
        } catch (ServiceException e) {
            assertIsAReason(e);
            return;
        }

        JsonNode sent = Json.readTree(input);
        assertThat(entries).hasSize(sent.size());
        for (int i = 0; i < entries.size(); i++) {
            BatchReader.BatchEntry entry = entries.get(i);
            ServiceException failure = entry.failure();
            if (failure != null) {
                assertIsAReason(failure);
                assertThat(entry.operation()).isNull();
            } else {
                assertIs(entry.operation(), sent.get(i));
            }
        }
    }

    private static void assertIs(@Nullable Operation operation, JsonNode sent) {
        assertThat(operation).isNotNull();
        assertThat(operation.getClass().getSimpleName())
                .isEqualTo(sent.get("operationType").asString());
        DocumentScanner.Scanned document = documentOf(operation);
        if (document == null) {
            assertThat(operation.key().id()).isEqualTo(sent.get("id").asString());
        } else {
            byte[] resource = Json.write(sent.get("resourceBody"));
            assertThat(Json.readObject(document.body()))
                    .isEqualTo(Json.readObject(SCANNER.scan(resource).body()));
        }
    }

    private static DocumentScanner.@Nullable Scanned documentOf(Operation operation) {
        if (operation instanceof Operation.Create create) {
            return create.document();
        }
        if (operation instanceof Operation.Upsert upsert) {
            return upsert.document();
        }
        return operation instanceof Operation.Replace replace ? replace.document() : null;
    }

    private static void assertIsAReason(ServiceException refusal) {
        assertThat(refusal.status()).isIn(400, 413);
        assertThat(refusal).hasMessageMatching("(?s).{20,}");
    }
}
