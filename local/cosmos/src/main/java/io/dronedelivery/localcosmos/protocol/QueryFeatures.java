package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The abilities that a client needs to combine the partitions' answers. Clients list their abilities. A client that cannot group, for
 * example, would take the groups of single partitions for the result.
 */
final class QueryFeatures {
    private static final String SUPPORTED = "x-ms-cosmos-supported-query-features";

    private static final Map<String, Predicate<JsonNode>> NEEDED = new LinkedHashMap<>();

    static {
        NEEDED.put("Aggregate", info -> !info.path("aggregates").isEmpty());
        NEEDED.put("CountIf", info -> hasAggregate(info, Set.of("CountIf")));
        NEEDED.put("ListAndSetAggregate", info -> hasAggregate(info, Set.of("MakeList", "MakeSet")));
        NEEDED.put(
                "Distinct", info -> !info.path("distinctType").asString("None").equals("None"));
        NEEDED.put("GroupBy", info -> !info.path("groupByExpressions").isEmpty());
        NEEDED.put(
                "NonValueAggregate",
                info -> info.path("groupByExpressions").isEmpty()
                        && !info.path("groupByAliases").isEmpty());
        NEEDED.put("OrderBy", info -> info.path("orderBy").size() == 1);
        NEEDED.put("MultipleOrderBy", info -> info.path("orderBy").size() > 1);
        NEEDED.put("OffsetAndLimit", info -> info.hasNonNull("offset") || info.hasNonNull("limit"));
        NEEDED.put("Top", info -> info.hasNonNull("top"));
    }

    private QueryFeatures() {}

    private static boolean hasAggregate(JsonNode info, Set<String> kinds) {
        return Stream.concat(
                        info.path("aggregates").valueStream(),
                        info.path("groupByAliasToAggregateType").valueStream())
                .anyMatch(kind -> kinds.contains(kind.asString("")));
    }

    /** @throws ServiceException 400 naming the abilities that the client does not list */
    static void check(Call call, JsonNode queryInfo) {
        String header = call.header(SUPPORTED);
        Set<String> supported = header == null
                ? Set.of()
                : Stream.of(header.split(",")).map(String::trim).collect(Collectors.toSet());
        List<String> missing = NEEDED.entrySet().stream()
                .filter(feature -> feature.getValue().test(queryInfo) && !supported.contains(feature.getKey()))
                .map(Map.Entry::getKey)
                .toList();
        if (!missing.isEmpty()) {
            throw ServiceException.badRequest(
                    "Query contains 1 or more unsupported features, which the calling client does not support: "
                            + String.join(", ", missing) + ".");
        }
    }
}
