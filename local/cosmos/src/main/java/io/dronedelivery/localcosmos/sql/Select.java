package io.dronedelivery.localcosmos.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole query as written. */
record Select(
        boolean distinct,
        @Nullable Written top,
        Projection projection,
        From from,
        @Nullable Written where,
        List<Written> groupBy,
        List<SortKey> orderBy,
        @Nullable Written offset,
        @Nullable Written limit) {

    /**
     * An expression with its place in the query.
     *
     * @param text the characters from start to end; plans quote an expression by them
     */
    record Written(Expr expr, String text, int start, int end) {}

    /** The form of each row. */
    sealed interface Projection {
        /** The expressions in the order of the text. */
        List<Written> expressions();
    }

    /** {@code SELECT *}. */
    record Star() implements Projection {
        @Override
        public List<Written> expressions() {
            return List.of();
        }
    }

    /** {@code SELECT VALUE expression}. */
    record Value(Written expression) implements Projection {
        @Override
        public List<Written> expressions() {
            return List.of(expression);
        }
    }

    /** {@code SELECT a, b AS name}; a column without a name is called {@code $1}, {@code $2}, ... */
    record Columns(List<String> names, List<Written> expressions) implements Projection {}

    /**
     * The sources of rows.
     *
     * @param root the name of the document; empty in a subquery, whose rows begin with one of the query around it
     * @param rootVisible false for {@code FROM x IN c.path} and {@code FROM c.path x}, where only x can be named
     */
    record From(String root, boolean rootVisible, List<Join> joins) {
        /** Whether {@code SELECT *} has a meaning. */
        boolean isSingle() {
            return joins.size() == (rootVisible ? 0 : 1);
        }
    }

    /**
     * A source of rows.
     *
     * @param source a path, or a subquery with the form ROWS
     * @param elements one row for each element of an array ({@code alias IN source}), instead of one for each value
     */
    record Join(@Nullable String alias, Written source, boolean elements) {}

    record SortKey(Written expression, boolean descending) {}

    /** Whether a row of the query around this one can have several rows here. */
    boolean mayRepeat() {
        return !(isGrouped() && groupBy.isEmpty())
                && from.joins().stream()
                        .anyMatch(join -> join.elements()
                                || join.source().expr() instanceof Expr.Subquery subquery
                                        && subquery.select().mayRepeat());
    }

    /** True if rows are folded: by GROUP BY, or by an aggregate over all of them. */
    boolean isGrouped() {
        return !groupBy.isEmpty()
                || projection.expressions().stream().anyMatch(e -> e.expr().hasAggregate());
    }
}
