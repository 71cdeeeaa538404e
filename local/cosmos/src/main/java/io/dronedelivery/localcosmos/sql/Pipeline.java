package io.dronedelivery.localcosmos.sql;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The stages of one run of a query, for one thread: sources and filter, then groups or order, then projection, DISTINCT, and TOP or OFFSET LIMIT. */
final class Pipeline {

    private final JoinLimits joinLimits;
    private final int slots;
    private final Sources sources;
    private final Evaluator projection;
    private final @Nullable Groups groups;
    private final @Nullable Sorting sorting;
    private final boolean distinct;
    private final RowLimits limits;
    private final Paging paging;

    Pipeline(Select select, Compiler compiler, RowLimits limits) {
        this.joinLimits = compiler.limits();
        this.slots = compiler.sources();
        this.sources = new Sources(select, compiler);
        this.projection = projection(select, compiler);
        this.groups = select.isGrouped() ? new Groups(select, compiler) : null;
        // The single row of an aggregate without GROUP BY needs no order, and its keys would have no meaning.
        boolean oneRow = groups != null && select.groupBy().isEmpty();
        this.sorting =
                select.orderBy().isEmpty() || oneRow ? null : new Sorting(select.orderBy(), compiler, joinLimits);
        this.distinct = select.distinct();
        this.limits = limits;
        this.paging = paging(select);
    }

    static Paging paging(Select select) {
        if (select.isGrouped() || select.distinct() || !select.from().joins().isEmpty()) {
            return Paging.BY_ROW;
        }
        return select.orderBy().isEmpty() ? Paging.BY_DOCUMENT : Paging.BY_KEY;
    }

    private static Evaluator projection(Select select, Compiler compiler) {
        if (select.projection() instanceof Select.Columns columns) {
            List<Expr> all =
                    columns.expressions().stream().map(Select.Written::expr).toList();
            return checked(compiler.compile(new Expr.ObjectOf(columns.names(), all)));
        }
        if (select.projection() instanceof Select.Value value) {
            return checked(compiler.compile(value.expression().expr()));
        }
        int only = compiler.sources() - 1;
        return row -> row[only];
    }

    private static Evaluator checked(Evaluator projection) {
        return row -> RowSize.checked(projection.eval(row));
    }

    /** The rows of a subquery for one row of the query around it. */
    Iterator<JsonNode> rows(JsonNode[] outer) {
        JsonNode[] first = Arrays.copyOf(outer, slots);
        Iterator<JsonNode[]> rows = sources.rows(List.<JsonNode[]>of(first).iterator());
        if (groups != null) {
            rows = groups.fold(rows, first);
        }
        return new Output(rows, NumberedDocuments.of(Collections.emptyIterator()), QueryPosition.START);
    }

    Rows run(NumberedDocuments documents, QueryPosition from) {
        Iterator<JsonNode[]> rows = sources.rows(new Lookahead<>() {
            @Override
            JsonNode @Nullable [] advance() {
                if (!documents.hasNext()) {
                    return null;
                }
                JsonNode[] row = new JsonNode[slots];
                row[0] = documents.next();
                return row;
            }
        });
        if (groups != null) {
            rows = groups.fold(rows, new JsonNode[slots]);
        }
        if (sorting != null) {
            rows = sorting.sort(rows, documents::number, from);
        }
        return new Output(rows, documents, from);
    }

    /** The last stages. They hold no more than the values that DISTINCT has seen. */
    private final class Output extends Lookahead<JsonNode> implements Rows {
        private final Iterator<JsonNode[]> rows;
        private final NumberedDocuments documents;
        private final Set<Object> seen = new HashSet<>();
        private long given;
        private long toSkip;

        Output(Iterator<JsonNode[]> rows, NumberedDocuments documents, QueryPosition from) {
            this.rows = rows;
            this.documents = documents;
            if (paging == Paging.BY_DOCUMENT || !from.keys().isEmpty()) {
                given = from.rows(); // rows behind the position were skipped already
                toSkip = given == 0 ? limits.skipped() : 0;
                return;
            }
            toSkip = limits.skipped();
            while (given < from.rows() && hasNext()) {
                next();
            }
        }

        @Override
        @Nullable
        JsonNode advance() {
            while (given < limits.most() && rows.hasNext()) {
                JsonNode value = projection.eval(rows.next());
                if (!Values.isUndefined(value) && (!distinct || isNew(value)) && --toSkip < 0) {
                    given++;
                    return value;
                }
            }
            return null;
        }

        private boolean isNew(JsonNode value) {
            boolean added = seen.add(Values.key(value));
            joinLimits.checkHeld(seen.size());
            return added;
        }

        @Override
        public @Nullable QueryPosition rest() {
            if (given >= limits.most()) {
                return null;
            }
            return switch (paging) {
                case BY_DOCUMENT ->
                    documents.hasNext() ? new QueryPosition(given, documents.number(), List.of()) : null;
                case BY_KEY -> rows.hasNext() ? ((Sorting.Sorted) rows).position(given) : null;
                case BY_ROW -> {
                    long rowsGiven = given;
                    yield hasNext() ? new QueryPosition(rowsGiven, 0, List.of()) : null;
                }
            };
        }
    }
}
