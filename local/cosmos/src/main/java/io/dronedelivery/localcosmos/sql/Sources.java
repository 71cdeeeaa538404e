package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** FROM, JOIN and WHERE: the rows that pass the filter. */
final class Sources {

    /** The values of a source for a row of the sources before it. */
    @FunctionalInterface
    private interface Source {
        Iterator<JsonNode> values(JsonNode[] row);
    }

    private final Source[] joins;
    private final int first;
    private final @Nullable Evaluator where;
    private final JoinLimits limits;

    /** Compiles the sources and declares their aliases, so that the other clauses can be compiled. */
    Sources(Select select, Compiler compiler) {
        this.limits = compiler.limits();
        List<Select.Join> all = select.from().joins();
        this.joins = new Source[all.size()];
        this.first = compiler.sources() - joins.length;
        for (int i = 0; i < joins.length; i++) {
            joins[i] = source(all.get(i), compiler);
            String alias = all.get(i).alias();
            if (alias != null) {
                compiler.declare(alias, first + i);
            }
        }
        this.where =
                select.where() == null ? null : compiler.compile(select.where().expr());
    }

    private static Source source(Select.Join join, Compiler compiler) {
        Expr expr = join.source().expr();
        if (expr instanceof Expr.Subquery subquery) {
            Pipeline pipeline = compiler.pipeline(subquery.select());
            return join.elements() ? row -> elements(pipeline.rows(row)) : pipeline::rows;
        }
        Evaluator value = compiler.compile(expr);
        return join.elements()
                ? row -> elements(value.eval(row))
                : row -> {
                    JsonNode single = value.eval(row);
                    return Values.isUndefined(single)
                            ? Collections.emptyIterator()
                            : List.of(single).iterator();
                };
    }

    /** A value that is no array has no elements. */
    private static Iterator<JsonNode> elements(JsonNode array) {
        return array.isArray() ? array.iterator() : Collections.emptyIterator();
    }

    private static Iterator<JsonNode> elements(Iterator<JsonNode> arrays) {
        return new Lookahead<>() {
            private Iterator<JsonNode> left = Collections.emptyIterator();

            @Override
            @Nullable
            JsonNode advance() {
                while (!left.hasNext() && arrays.hasNext()) {
                    left = elements(arrays.next());
                }
                return left.hasNext() ? left.next() : null;
            }
        };
    }

    /**
     * The rows of all sources.
     *
     * @param starts rows with the values before the first join, and with empty places for those of the joins
     */
    Iterator<JsonNode[]> rows(Iterator<JsonNode[]> starts) {
        return joins.length == 0 ? plainRows(starts) : new Joined(starts);
    }

    private Iterator<JsonNode[]> plainRows(Iterator<JsonNode[]> starts) {
        return new Lookahead<>() {
            @Override
            JsonNode @Nullable [] advance() {
                while (starts.hasNext()) {
                    JsonNode[] row = starts.next();
                    if (passes(row)) {
                        return row;
                    }
                }
                return null;
            }
        };
    }

    /** One row for each combination of the joins' values, made on demand. */
    private final class Joined extends Lookahead<JsonNode[]> {
        private final Iterator<JsonNode[]> starts;
        private JsonNode[] row = {};
        /** The remaining values of each join. Those of the first {@code open} joins belong to the row. */
        private final List<Iterator<JsonNode>> left =
                new ArrayList<>(Collections.nCopies(joins.length, Collections.emptyIterator()));

        private int open;

        Joined(Iterator<JsonNode[]> starts) {
            this.starts = starts;
        }

        @Override
        JsonNode @Nullable [] advance() {
            while (open > 0 || starts.hasNext()) {
                if (open == 0) {
                    row = starts.next();
                    open();
                } else if (!left.get(open - 1).hasNext()) {
                    open--;
                } else {
                    limits.countElement();
                    row[first + open - 1] = left.get(open - 1).next();
                    if (open < joins.length) {
                        open();
                    } else if (passes(row)) {
                        return row.clone();
                    }
                }
            }
            return null;
        }

        private void open() {
            left.set(open, joins[open].values(row));
            open++;
        }
    }

    private boolean passes(JsonNode[] row) {
        return where == null || Values.isTrue(where.eval(row));
    }
}
