package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.QueryPlan;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.EffectivePartitionKey;
import io.dronedelivery.localcosmos.store.EpkRange;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PropertyPath;
import io.dronedelivery.localcosmos.store.Scalar;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans of queries: how a client combines the partitions' answers, and which partitions it must query. */
final class QueryPlans {
    private QueryPlans() {}

    static ObjectNode of(Call call, Container container, BoundQuery query) {
        List<String> paths = container.definition().partitionKeyPaths().stream()
                .map(PropertyPath::toString)
                .toList();
        QueryPlan plan = Queries.complaining(() -> query.plan(paths));
        ObjectNode json = Json.MAPPER.createObjectNode().put("partitionedQueryExecutionInfoVersion", 2);
        json.set("queryInfo", plan.queryInfo());
        ArrayNode ranges = json.putArray("queryRanges");
        Scalar key = PartitionKeys.inHeader(call);
        List<Scalar> keys = key != null ? List.of(key) : keys(plan);
        for (int levels = paths.size() - 1; keys.isEmpty() && levels > 0; levels--) {
            keys = keys(query.plan(paths.subList(0, levels)));
        }
        keys.stream()
                .map(each -> each.levels().size() == paths.size() ? point(each) : EpkRange.ofPrefix(each))
                .distinct()
                .sorted(Comparator.comparing(EpkRange::min))
                .forEach(range -> range(
                        ranges,
                        range.min().toString(),
                        range.max().toString(),
                        range.min().equals(range.max())));
        if (keys.isEmpty()) {
            range(ranges, "", "FF", false);
        }
        return json;
    }

    /** The partition keys of a plan, or the prefixes, if it was made for some of the paths. */
    private static List<Scalar> keys(QueryPlan plan) {
        return plan.partitionKeys().stream()
                .map(values -> values.stream()
                        .map(Scalar::of)
                        .map(Objects::requireNonNull) // the engine returns no objects and arrays here
                        .toList())
                .map(levels -> levels.size() == 1 ? levels.get(0) : Scalar.of(levels))
                .toList();
    }

    private static EpkRange point(Scalar key) {
        EffectivePartitionKey epk = EffectivePartitionKey.of(key);
        return new EpkRange(epk, epk);
    }

    private static void range(ArrayNode ranges, String min, String max, boolean isMaxInclusive) {
        ranges.addObject()
                .put("min", min)
                .put("max", max)
                .put("isMinInclusive", true)
                .put("isMaxInclusive", isMaxInclusive);
    }
}
