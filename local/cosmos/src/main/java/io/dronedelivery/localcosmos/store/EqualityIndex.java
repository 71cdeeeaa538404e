package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a physical partition by the values of one or more properties. It omits documents without one of the properties, because
 * no equality holds for them. Guarded by the partition's lock once it is published.
 */
final class EqualityIndex {
    private final List<PropertyPath> paths;
    private final boolean withPartitionKey;
    private final PropertyReader reader;
    private final Map<Object, DocumentList> byValues = new HashMap<>();
    private int entries;

    /** @param withPartitionKey whether the partition key is an additional first component */
    EqualityIndex(List<PropertyPath> paths, boolean withPartitionKey) {
        this.paths = List.copyOf(paths);
        this.withPartitionKey = withPartitionKey;
        this.reader = new PropertyReader(paths);
    }

    void add(DocumentVersion document) {
        Object key = keyOf(document);
        if (key != null) {
            byValues.computeIfAbsent(key, k -> DocumentList.bySequence()).put(document);
            entries++;
        }
    }

    /** The documents that match the selection's equalities, ordered by sequence number, after {@code sequence}. */
    List<DocumentVersion> find(Selection selection, long sequence) {
        List<DocumentList> lists = new ArrayList<>(1);
        collect(selection, new Scalar[paths.size()], 0, lists);
        if (lists.size() == 1) {
            return lists.get(0).after(sequence);
        }
        List<DocumentVersion> found = new ArrayList<>();
        lists.forEach(list -> found.addAll(list.after(sequence)));
        found.sort(Comparator.comparingLong(DocumentVersion::sequence));
        return found;
    }

    /** Tries every combination of values. */
    private void collect(Selection selection, Scalar[] values, int depth, List<DocumentList> lists) {
        if (depth == values.length) {
            DocumentList documents = byValues.get(key(selection.partitionKey(), values));
            if (documents != null) {
                lists.add(documents);
            }
            return;
        }
        for (Scalar value : selection.equalities().getOrDefault(paths.get(depth), List.of())) {
            values[depth] = value;
            collect(selection, values, depth + 1, lists);
        }
    }

    /** Removes replaced and deleted versions when they outnumber the {@code live} documents of the partition. */
    void dropRetiredBeyond(int live) {
        if (entries > 2 * live + 1_024) {
            byValues.values().removeIf(list -> !list.dropRetired());
            entries = live;
        }
    }

    private @Nullable Object keyOf(DocumentVersion document) {
        if (paths.isEmpty()) {
            return document.key().partitionKey();
        }
        Scalar[] values = reader.read(document.body());
        return values == null ? null : key(document.key().partitionKey(), values);
    }

    /** The key of the values. One component is its own key, because most containers have many values and few documents for each. */
    private Object key(@Nullable Scalar partitionKey, Scalar[] values) {
        if (!withPartitionKey) {
            return values.length == 1 ? values[0] : List.of(values);
        }
        if (partitionKey == null) {
            throw new IllegalArgumentException("An index by partition key was asked without one");
        }
        return values.length == 0 ? partitionKey : List.of(partitionKey, List.of(values));
    }
}
