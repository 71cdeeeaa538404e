package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.Equality;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.EffectivePartitionKey;
import io.dronedelivery.localcosmos.store.EpkRange;
import io.dronedelivery.localcosmos.store.PropertyPath;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.Selection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The documents that a request can concern, by its headers and its query's comparisons. */
final class Selections {
    /** An index is queried once for each combination of values. Above this number a scan is as good. */
    private static final int MAX_COMBINATIONS = 1_000;

    /** An index over this many properties leaves few documents, which the query filters itself. */
    private static final int MAX_PROPERTIES = 16;

    private Selections() {}

    /** The selection of the headers: a partition key, a part of the ring. */
    static Selection of(Call call) {
        return new Selection(PartitionKeys.whole(call), range(call), Map.of());
    }

    static Selection of(Call call, BoundQuery query, Container container) {
        Scalar partitionKey = PartitionKeys.whole(call);
        List<PropertyPath> partitionKeyPaths = container.definition().partitionKeyPaths();
        Map<PropertyPath, List<Scalar>> equalities = new HashMap<>();
        int combinations = 1;
        for (Equality equality : query.equalities()) {
            PropertyPath path = new PropertyPath(equality.path());
            List<Scalar> values = scalars(equality.values());
            if (partitionKeyPaths.equals(List.of(path)) && values.size() == 1) {
                partitionKey = partitionKey == null ? values.get(0) : partitionKey;
            } else if (!path.isSystemProperty()
                    && equalities.size() < MAX_PROPERTIES
                    && combinations * values.size() <= MAX_COMBINATIONS) {
                combinations *= Math.max(1, values.size());
                equalities.put(path, values);
            }
        }
        return new Selection(partitionKey, range(call), equalities);
    }

    private static List<Scalar> scalars(List<JsonNode> values) {
        return values.stream()
                .map(Scalar::of)
                .map(Objects::requireNonNull) // the engine returns no objects and arrays here
                .toList();
    }

    private static EpkRange range(Call call) {
        @Nullable String start = call.header(Headers.START_EPK);
        @Nullable String end = call.header(Headers.END_EPK);
        if (start == null && end == null) {
            Scalar prefix = PartitionKeys.prefix(call);
            return prefix == null ? EpkRange.ALL : EpkRange.ofPrefix(prefix);
        }
        return new EpkRange(
                start == null ? EffectivePartitionKey.MIN : EffectivePartitionKey.parse(start),
                end == null ? EffectivePartitionKey.MAX : EffectivePartitionKey.parse(end));
    }
}
