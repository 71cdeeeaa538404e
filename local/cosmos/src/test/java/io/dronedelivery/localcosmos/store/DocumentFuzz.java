package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes are refused with a reason, or they are a document whose id, partition key and members are what a parser of all of it finds: for
 * the one who takes it in, for the one who shows it, for queries and for indexes. Taken in again it is the same.
 */
final class DocumentFuzz {

    private static final PropertyPath ID = PropertyPath.of("id");
    private static final PropertyPath ONE = PropertyPath.of("a");
    private static final PropertyPath INNER = PropertyPath.of("a", "b");
    private static final PropertyPath INNERMOST = PropertyPath.of("a", "b", "a");
    private static final int MAX_DEPTH = 128;

    private static final Container CONTAINER = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.of("flights", "/id"),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(), InstantSource.system(), id -> 1, () -> false, 0, key -> false),
            ChangeLog.NONE);

    private DocumentFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        for (PropertyPath partitionKey : List.of(ID, ONE, INNER)) {
            check(partitionKey, input);
        }
    }

    private static void check(PropertyPath partitionKey, byte[] input) {
        DocumentScanner scanner = new DocumentScanner(List.of(partitionKey));
        DocumentScanner.Scanned scanned;
        try {
            scanned = scanner.scan(input);
        } catch (ServiceException e) {
            assertThat(e.status()).isIn(400, 413);
            assertThat(e).hasMessageMatching("(?s).{20,}");
            return;
        }

        ObjectNode sent = Json.readObject(input);
        assertThat(scanned.key().id()).isEqualTo(sent.get("id").stringValue());
        assertThat(scanned.key().partitionKey()).isEqualTo(at(sent, partitionKey));
        assertThat(depth(sent)).isLessThanOrEqualTo(1 + MAX_DEPTH);

        ObjectNode kept = sent.deepCopy().remove(List.copyOf(DocumentScanner.SYSTEM_PROPERTIES));
        DocumentVersion stored = new DocumentVersion(scanned.key(), 7, 9, 0, 1_700_000_000, scanned.body());
        ObjectNode shown = Json.readObject(stored.toJson(CONTAINER));
        assertThat(shown.deepCopy().remove(List.copyOf(DocumentScanner.SYSTEM_PROPERTIES)))
                .isEqualTo(kept);
        assertQueriesFind(shown, stored);
        assertIndexesFind(kept, scanned.body());

        DocumentScanner.Scanned again = scanner.scan(stored.toJson(CONTAINER));
        assertThat(again.key()).isEqualTo(scanned.key());
        assertThat(Json.readObject(again.body())).isEqualTo(kept);
    }

    private static void assertQueriesFind(ObjectNode shown, DocumentVersion stored) {
        ObjectNode view = stored.toTree(CONTAINER);
        Set<String> names = new LinkedHashSet<>(List.of("id", "a", "b", "no such"));
        names.addAll(shown.propertyNames());
        names.forEach(
                name -> assertThat(view.get(name)).as("the member %s", name).isEqualTo(shown.get(name)));
        assertThat(stored.toTree(CONTAINER)).isEqualTo(shown);
    }

    private static void assertIndexesFind(ObjectNode kept, byte[] body) {
        for (List<PropertyPath> paths : List.of(List.of(ONE), List.of(ID, INNER), List.of(INNERMOST, INNER, ONE))) {
            Scalar[] expected = new Scalar[paths.size()];
            boolean all = true;
            for (int i = 0; i < expected.length; i++) {
                expected[i] = at(kept, paths.get(i));
                all &= expected[i] != null && !Scalar.UNDEFINED.equals(expected[i]);
            }
            assertThat(new PropertyReader(paths).read(body)).isEqualTo(all ? expected : null);
        }
    }

    private static @Nullable Scalar at(JsonNode document, PropertyPath path) {
        JsonNode node = document;
        for (String name : path.names()) {
            node = node.path(name);
        }
        return Scalar.of(node);
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return node.isContainer() ? 1 + deepest : 0;
    }
}
