package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.QueryPlan;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.EffectivePartitionKey;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Scalar;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans of queries: how a client combines the partitions' answers, and which partitions it must query. */
final class QueryPlans {
    private QueryPlans() {}

    static ObjectNode of(Call call, Container container, BoundQuery query) {
        QueryPlan plan = Queries.complaining(() ->
                query.plan(List.of(container.definition().partitionKeyPath().toString())));
        ObjectNode json = Json.MAPPER.createObjectNode().put("partitionedQueryExecutionInfoVersion", 2);
        json.set("queryInfo", plan.queryInfo());
        ArrayNode ranges = json.putArray("queryRanges");
        Scalar key = PartitionKeys.inHeader(call);
        List<EffectivePartitionKey> points = key != null
                ? List.of(EffectivePartitionKey.of(key))
                : plan.partitionKeys().stream()
                        .map(QueryPlans::epk)
                        .distinct()
                        .sorted()
                        .toList();
        points.forEach(point -> range(ranges, point.toString(), point.toString(), true));
        if (points.isEmpty()) {
            range(ranges, "", "FF", false);
        }
        return json;
    }

    private static EffectivePartitionKey epk(List<JsonNode> key) {
        return EffectivePartitionKey.of(Objects.requireNonNull(Scalar.of(key.get(0))));
    }

    private static void range(ArrayNode ranges, String min, String max, boolean isMaxInclusive) {
        ranges.addObject()
                .put("min", min)
                .put("max", max)
                .put("isMinInclusive", true)
                .put("isMaxInclusive", isMaxInclusive);
    }
}
