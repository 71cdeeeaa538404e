package io.dronedelivery.localcosmos.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The equality indexes of a physical partition: one for each combination of properties that queries have compared, built by the first
 * such query. The number is bounded; the one unused for longest goes. Guarded by the partition's lock.
 */
final class PartitionIndexes {
    private static final int MAX_INDEXES = 16;

    private final Map<Shape, EqualityIndex> byShape = new LinkedHashMap<>(16, 0.75f, true);
    private final EqualityIndex byPartitionKey = new EqualityIndex(List.of(), true);

    /** What an index is built for. */
    record Shape(List<PropertyPath> paths, boolean withPartitionKey) {
        static Shape of(Selection selection) {
            return new Shape(
                    selection.equalities().keySet().stream().sorted().toList(), selection.partitionKey() != null);
        }

        /** Without properties there is nothing to build: the index by partition key is always there. */
        boolean isTrivial() {
            return paths.isEmpty();
        }

        EqualityIndex newIndex() {
            return new EqualityIndex(paths, withPartitionKey);
        }
    }

    boolean has(Shape shape) {
        return shape.isTrivial() || byShape.containsKey(shape);
    }

    /** The index that narrows the selection most, or null when all documents have to be looked at. */
    @Nullable
    EqualityIndex best(Shape shape) {
        EqualityIndex exact = byShape.get(shape);
        if (exact != null) {
            return exact;
        }
        return shape.withPartitionKey() ? byPartitionKey : null;
    }

    void publish(Shape shape, EqualityIndex index) {
        byShape.put(shape, index);
        if (byShape.size() > MAX_INDEXES) {
            byShape.remove(byShape.keySet().iterator().next());
        }
    }

    void add(StoredDocument document, int live) {
        byPartitionKey.add(document);
        byPartitionKey.dropRetiredBeyond(live);
        for (EqualityIndex index : byShape.values()) {
            index.add(document);
            index.dropRetiredBeyond(live);
        }
    }
}
