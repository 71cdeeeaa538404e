package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the plans that clients request before a query: the parts of the query that the client itself applies to the answers of all
 * partitions, and the query for each partition. Names and rewritings are those of Azure's gateway, as far as its SDKs show them.
 */
final class Planner {

    /** Above this number, one request for each key does not pay. */
    private static final int MOST_PARTITION_KEYS = 100;

    private final String sql;
    private final Select select;
    private final RowLimits limits;
    private final Rewriter rewriter;

    Planner(String sql, Select select, RowLimits limits) {
        this.sql = sql;
        this.select = select;
        this.limits = limits;
        this.rewriter = new Rewriter(sql, select, limits);
    }

    QueryPlan plan(List<String> partitionKeyPaths, List<Equality> equalities) {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        boolean sorted = !select.orderBy().isEmpty() && !select.isGrouped();
        info.put("distinctType", distinctType());
        putLimits(info, select.isGrouped() || select.distinct() && sorted);
        ArrayNode orderBy = info.putArray("orderBy");
        ArrayNode orderByExpressions = info.putArray("orderByExpressions");
        if (sorted) {
            for (Select.SortKey key : select.orderBy()) {
                orderBy.add(key.descending() ? "Descending" : "Ascending");
                orderByExpressions.add(key.expression().text());
            }
        }
        ArrayNode groupByExpressions = info.putArray("groupByExpressions");
        select.groupBy().forEach(key -> groupByExpressions.add(key.text()));
        putAggregates(info);
        info.put("rewrittenQuery", rewrittenQuery(sorted));
        info.put("hasSelectValue", select.projection() instanceof Select.Value);
        info.putNull("dCountInfo");
        info.put("hasNonStreamingOrderBy", false);
        return new QueryPlan(info, partitionKeys(partitionKeyPaths, equalities));
    }

    /**
     * Adds the limits. TOP prevents a client from reading more rows of each partition. When rows are folded after that, it would stop too
     * early. Then the limit is written as OFFSET LIMIT, which clients apply to the merged rows alone.
     */
    private void putLimits(ObjectNode info, boolean folded) {
        boolean topAsLimit = folded && limits.top() != null;
        info.put("top", topAsLimit ? null : limits.top());
        info.put("offset", topAsLimit ? Integer.valueOf(0) : limits.offset());
        info.put("limit", topAsLimit ? limits.top() : limits.limit());
    }

    private String rewrittenQuery(boolean sorted) {
        if (select.isGrouped()) {
            return rewriter.grouped();
        }
        if (sorted) {
            // Whole documents are distinct anyway.
            boolean distinct = select.distinct() && !(select.projection() instanceof Select.Star);
            return distinct ? rewriter.sortedAndDistinct() : rewriter.sorted();
        }
        return limits.offset() != null ? rewriter.withoutOffset() : "";
    }

    /** Ordered, if the merge of the sorted partitions gives equal rows one after the other. */
    private String distinctType() {
        if (!select.distinct() || select.isGrouped()) {
            return "None";
        }
        Set<Expr> selected = new HashSet<>();
        select.projection().expressions().forEach(expression -> selected.add(expression.expr()));
        Set<Expr> keys = new HashSet<>();
        select.orderBy().forEach(key -> keys.add(key.expression().expr()));
        return selected.equals(keys) && !keys.isEmpty() ? "Ordered" : "Unordered";
    }

    private void putAggregates(ObjectNode info) {
        ArrayNode aliases = info.putArray("groupByAliases");
        ArrayNode aggregates = info.putArray("aggregates");
        ObjectNode aggregateOfAlias = info.putObject("groupByAliasToAggregateType");
        if (!select.isGrouped()) {
            return;
        }
        if (select.projection() instanceof Select.Columns columns) {
            for (int i = 0; i < columns.names().size(); i++) {
                Expr.Aggregate aggregate = aggregate(columns.expressions().get(i));
                aliases.add(columns.names().get(i));
                aggregateOfAlias.put(
                        columns.names().get(i),
                        aggregate == null ? null : aggregate.kind().planName());
            }
        } else if (select.projection() instanceof Select.Value value) {
            Expr.Aggregate aggregate = aggregate(value.expression());
            if (aggregate != null) {
                aggregates.add(aggregate.kind().planName());
            }
        }
    }

    /** The aggregate of a selected expression, or null without one. */
    private Expr.@Nullable Aggregate aggregate(Select.Written selected) {
        if (selected.expr() instanceof Expr.Aggregate aggregate) {
            return aggregate;
        }
        if (selected.expr().hasAggregate()) {
            throw refuse("Compositions of aggregates and other expressions are not allowed", selected);
        }
        return null;
    }

    private SqlException refuse(String message, Select.Written place) {
        return new SqlException(message, sql, place.start(), place.end());
    }

    /** The full partition keys that pass the filter: every combination of the values of all paths, if all are known. */
    private static List<List<JsonNode>> partitionKeys(List<String> paths, List<Equality> equalities) {
        List<List<JsonNode>> keys = List.of(List.of());
        for (String path : paths) {
            List<String> names = Arrays.stream(path.split("/"))
                    .filter(name -> !name.isEmpty())
                    .toList();
            List<JsonNode> values = equalities.stream()
                    .filter(equality -> equality.path().equals(names))
                    .map(Equality::values)
                    .findAny()
                    .orElse(List.of());
            if (values.isEmpty() || (long) keys.size() * values.size() > MOST_PARTITION_KEYS) {
                return List.of();
            }
            List<List<JsonNode>> longer = new ArrayList<>();
            for (List<JsonNode> key : keys) {
                for (JsonNode value : values) {
                    List<JsonNode> all = new ArrayList<>(key);
                    all.add(value);
                    longer.add(List.copyOf(all));
                }
            }
            keys = longer;
        }
        return paths.isEmpty() ? List.of() : List.copyOf(keys);
    }
}
