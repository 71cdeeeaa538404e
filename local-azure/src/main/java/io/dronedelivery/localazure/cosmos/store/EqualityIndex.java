package io.dronedelivery.localazure.cosmos.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a physical partition by the values of one or more properties. A document that lacks one of them is not in it: no
 * equality holds for it. Guarded by the partition's lock once it is published.
 */
final class EqualityIndex {
    private final List<PropertyPath> paths;
    private final boolean withPartitionKey;
    private final PropertyReader reader;
    private final Map<Object, DocumentList> byValues = new HashMap<>();
    private int entries;

    /** @param withPartitionKey whether the partition key is one more component, ahead of the properties */
    EqualityIndex(List<PropertyPath> paths, boolean withPartitionKey) {
        this.paths = List.copyOf(paths);
        this.withPartitionKey = withPartitionKey;
        this.reader = new PropertyReader(paths);
    }

    void add(StoredDocument document) {
        Object key = keyOf(document);
        if (key != null) {
            byValues.computeIfAbsent(key, k -> DocumentList.bySequence()).put(document);
            entries++;
        }
    }

    /** The documents that match the selection's equalities, by sequence, from the one after {@code sequence} on. */
    List<StoredDocument> find(Selection selection, long sequence) {
        ArrayList<StoredDocument> found = new ArrayList<>();
        int keys = find(selection, sequence, new Scalar[paths.size()], 0, found);
        if (keys > 1) {
            found.sort(Comparator.comparingLong(StoredDocument::sequence));
        }
        return found;
    }

    /** Tries every combination of values; returns how many there were. */
    private int find(Selection selection, long sequence, Scalar[] values, int depth, ArrayList<StoredDocument> found) {
        if (depth == values.length) {
            DocumentList documents = byValues.get(key(selection.partitionKey(), values));
            if (documents != null) {
                documents.copyAfter(sequence, found);
            }
            return 1;
        }
        int keys = 0;
        for (Scalar value : selection.equalities().getOrDefault(paths.get(depth), List.of())) {
            values[depth] = value;
            keys += find(selection, sequence, values, depth + 1, found);
        }
        return keys;
    }

    /** Forgets replaced and deleted versions when they outnumber the {@code live} documents of the partition. */
    void dropRetiredBeyond(int live) {
        if (entries > 2 * live + 1_024) {
            byValues.values().removeIf(list -> !list.dropRetired());
            entries = live;
        }
    }

    private @Nullable Object keyOf(StoredDocument document) {
        if (paths.isEmpty()) {
            return document.key().partitionKey();
        }
        Scalar[] values = reader.read(document.body());
        return values == null ? null : key(document.key().partitionKey(), values);
    }

    /** One component stands for itself: most containers have many values and few documents for each. */
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
