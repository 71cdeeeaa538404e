package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Select.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the query for each partition, so that a client can merge the answers. */
record Rewriter(String sql, Select select, RowLimits limits) {

    /** Clients replace it by {@code true}, or by the condition that resumes an earlier query. */
    private static final String RESUME_FILTER = "({documentdb-formattableorderbyquery-filter})";

    private static final List<String> MERGED_COLUMNS = List.of("_rid", "orderByItems", "payload");

    /** Whether {@link #sorted} or {@link #sortedAndDistinct} wrote this query. */
    static boolean isRewritten(Select select) {
        return select.projection() instanceof Select.Columns columns
                && columns.names().equals(MERGED_COLUMNS);
    }

    /** The query for a merge: each row with its {@code _rid} and its sort keys. */
    String sorted() {
        String limit = limits.offset() != null ? "\nOFFSET 0 LIMIT " + most() : "";
        return "SELECT " + (limits.top() != null ? "TOP " + limits.top() + " " : "")
                + select.from().root() + "._rid, " + rowAndKeys() + "\n" + from() + "\nWHERE " + resumable()
                + orderBy() + limit;
    }

    /**
     * Like {@link #sorted}, but with each distinct row once. The client removes rows that several partitions have, so it may need more of
     * them than TOP or LIMIT allows.
     */
    String sortedAndDistinct() {
        List<Written> keys = new ArrayList<>(select.projection().expressions());
        keys.addAll(sortKeys());
        return "SELECT MIN(" + select.from().root() + "._rid) AS _rid, " + rowAndKeys() + "\n" + from() + "\nWHERE "
                + resumable() + "\nGROUP BY " + texts(keys) + orderBy();
    }

    private String rowAndKeys() {
        return items(sortKeys()) + " AS orderByItems, " + payload() + " AS payload";
    }

    private List<Written> sortKeys() {
        return select.orderBy().stream().map(Select.SortKey::expression).toList();
    }

    private String orderBy() {
        return select.orderBy().stream()
                .map(key -> key.expression().text() + (key.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ", "\nORDER BY ", ""));
    }

    private static String texts(List<Written> expressions) {
        return expressions.stream().map(Written::text).distinct().collect(Collectors.joining(", "));
    }

    /** The query for the partial aggregates of each group, without TOP or OFFSET LIMIT, because groups span partitions. */
    String grouped() {
        List<String> conditions = new ArrayList<>();
        if (select.where() != null) {
            conditions.add("(" + select.where().text() + ")");
        }
        if (select.projection() instanceof Select.Value value
                && !value.expression().expr().hasAggregate()) {
            // A group without a value is no row of the result, and clients fail on a row without a payload.
            conditions.add("IS_DEFINED(" + value.expression().text() + ")");
        }
        String where = conditions.isEmpty() ? "" : "\nWHERE " + String.join(" AND ", conditions);
        if (select.projection() instanceof Select.Value value
                && select.groupBy().isEmpty()) {
            return "SELECT VALUE [" + selected(value.expression()) + "]\n" + from() + where;
        }
        if (select.groupBy().isEmpty()) {
            return "SELECT " + object(this::selected) + " AS payload\n" + from() + where;
        }
        return "SELECT " + items(select.groupBy()) + " AS groupByItems, " + groupPayload() + " AS payload\n" + from()
                + where + "\nGROUP BY " + texts(select.groupBy());
    }

    private String groupPayload() {
        if (select.projection() instanceof Select.Value value) {
            String selected = selected(value.expression());
            return value.expression().expr() instanceof Expr.Aggregate ? "[" + selected + "]" : selected;
        }
        return object(this::selected);
    }

    /** The user's query including the skipped rows, because only the client knows which rows to skip. */
    String withoutOffset() {
        Written offset = select.offset();
        return offset == null ? sql : sql.substring(0, offset.start()) + "0 LIMIT " + most();
    }

    private long most() {
        return Math.min(Integer.MAX_VALUE, limits.skipped() + limits.most());
    }

    private static String items(List<Written> expressions) {
        return expressions.stream()
                .map(expression -> "{\"item\": " + expression.text() + "}")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private String payload() {
        if (select.projection() instanceof Select.Value value) {
            return value.expression().text();
        }
        return select.projection() instanceof Select.Columns
                ? object(Written::text)
                : select.from().root();
    }

    private String object(Function<Written, String> property) {
        StringBuilder object = new StringBuilder("{");
        if (select.projection() instanceof Select.Columns columns) {
            for (int i = 0; i < columns.names().size(); i++) {
                object.append(i == 0 ? "" : ", ")
                        .append(Values.text(columns.names().get(i)))
                        .append(": ")
                        .append(property.apply(columns.expressions().get(i)));
            }
        }
        return object.append('}').toString();
    }

    /** An aggregate as the parts from which the client computes the whole; any other expression unchanged. */
    private String selected(Written expression) {
        if (!(expression.expr() instanceof Expr.Aggregate aggregate)) {
            return expression.text();
        }
        String of = "(" + aggregate.argument().text() + ")";
        return switch (aggregate.kind()) {
            case COUNT, COUNTIF, SUM, MAKELIST, MAKESET -> "{\"item\": " + aggregate.kind() + of + "}";
            case AVG -> "{\"item\": {\"sum\": SUM" + of + ", \"count\": COUNT" + of + "}}";
            case MIN -> "{\"item\": MIN" + of + ", \"item2\": {\"min\": MIN" + of + ", \"count\": COUNT" + of + "}}";
            case MAX -> "{\"item\": MAX" + of + ", \"item2\": {\"max\": MAX" + of + ", \"count\": COUNT" + of + "}}";
        };
    }

    private String from() {
        Select.From from = select.from();
        String joins = from.joins().stream().map(Rewriter::source).collect(Collectors.joining("\nJOIN "));
        if (from.joins().isEmpty()) {
            return "FROM " + from.root();
        }
        return from.rootVisible() ? "FROM " + from.root() + "\nJOIN " + joins : "FROM " + joins;
    }

    private static String source(Select.Join join) {
        String source = join.source().text();
        if (join.elements()) {
            return join.alias() + " IN " + source;
        }
        return join.alias() == null ? source : source + " AS " + join.alias();
    }

    /** The user's filter and the client's. The SDK for Java fails on a row without a payload, so the payload must not be undefined. */
    private String resumable() {
        List<String> conditions = new ArrayList<>();
        if (select.where() != null) {
            conditions.add("(" + select.where().text() + ")");
        }
        if (select.projection() instanceof Select.Value value) {
            conditions.add("IS_DEFINED(" + value.expression().text() + ")");
        }
        conditions.add(RESUME_FILTER);
        return conditions.size() == 1 ? RESUME_FILTER : "(" + String.join(" AND ", conditions) + ")";
    }
}
