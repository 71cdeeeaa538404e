package io.dronedelivery.localcosmos.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The equality indexes of a physical partition. Each combination of properties that queries compare gets one, which the first such query
 * builds. Their number is limited; the least recently used one is removed. Guarded by the partition's lock.
 */
final class PartitionIndexes {
    private static final int MAX_INDEXES = 16;

    private final Map<IndexShape, EqualityIndex> byShape = new LinkedHashMap<>(16, 0.75f, true);
    private final EqualityIndex byPartitionKey = new EqualityIndex(List.of(), true);

    record IndexShape(List<PropertyPath> paths, boolean withPartitionKey) {
        static IndexShape of(Selection selection) {
            return new IndexShape(
                    selection.equalities().keySet().stream().sorted().toList(), selection.partitionKey() != null);
        }

        /** Without properties nothing needs to be built, because the index by partition key always exists. */
        boolean isTrivial() {
            return paths.isEmpty();
        }

        EqualityIndex newIndex() {
            return new EqualityIndex(paths, withPartitionKey);
        }
    }

    boolean has(IndexShape shape) {
        return shape.isTrivial() || byShape.containsKey(shape);
    }

    /** The index that narrows the selection most, or null when all documents must be scanned. */
    @Nullable
    EqualityIndex best(IndexShape shape) {
        EqualityIndex exact = byShape.get(shape);
        if (exact != null) {
            return exact;
        }
        return shape.withPartitionKey() ? byPartitionKey : null;
    }

    void publish(IndexShape shape, EqualityIndex index) {
        byShape.put(shape, index);
        if (byShape.size() > MAX_INDEXES) {
            byShape.remove(byShape.keySet().iterator().next());
        }
    }

    void add(DocumentVersion document, int live) {
        byPartitionKey.add(document);
        byPartitionKey.dropRetiredBeyond(live);
        for (EqualityIndex index : byShape.values()) {
            index.add(document);
            index.dropRetiredBeyond(live);
        }
    }
}
