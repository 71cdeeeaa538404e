package io.dronedelivery.localcosmos.store;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a physical partition that a request can concern.
 *
 * @param partitionKey only this logical partition, or null
 * @param range only keys in this part of the ring
 * @param equalities properties that must equal one of a few values; an index is built and queried for them
 */
public record Selection(@Nullable Scalar partitionKey, EpkRange range, Map<PropertyPath, List<Scalar>> equalities) {
    public static final Selection ALL = new Selection(null, EpkRange.ALL, Map.of());

    public Selection {
        equalities = Map.copyOf(equalities);
    }

    boolean admitsAll() {
        return partitionKey == null && range.equals(EpkRange.ALL);
    }

    boolean admits(DocumentVersion document) {
        Scalar key = document.key().partitionKey();
        return (partitionKey == null || partitionKey.equals(key))
                && (range.equals(EpkRange.ALL) || range.contains(EffectivePartitionKey.of(key)));
    }
}
