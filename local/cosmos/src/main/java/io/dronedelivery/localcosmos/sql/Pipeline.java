package io.dronedelivery.localcosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stages of a query: sources and filter, then groups or order, then projection, DISTINCT, and TOP or OFFSET LIMIT. */
final class Pipeline {

    private final Sources sources;
    private final Evaluator projection;
    private final @Nullable Groups groups;
    private final @Nullable Sorting sorting;
    private final boolean distinct;
    private final Limits limits;

    Pipeline(Select select, Compiler compiler, Limits limits) {
        this.sources = new Sources(select, compiler);
        this.projection = projection(select, compiler);
        this.groups = select.isGrouped() ? new Groups(select, compiler) : null;
        // The one row of an aggregate without GROUP BY needs no order, and its keys would have no meaning.
        boolean oneRow = groups != null && select.groupBy().isEmpty();
        this.sorting = select.orderBy().isEmpty() || oneRow ? null : new Sorting(select.orderBy(), compiler);
        this.distinct = select.distinct();
        this.limits = limits;
    }

    private static Evaluator projection(Select select, Compiler compiler) {
        if (select.projection() instanceof Select.Columns columns) {
            List<Expr> all =
                    columns.expressions().stream().map(Select.Written::expr).toList();
            return compiler.compile(new Expr.ObjectOf(columns.names(), all));
        }
        if (select.projection() instanceof Select.Value value) {
            return compiler.compile(value.expression().expr());
        }
        int only = select.from().joins().size();
        return row -> row[only];
    }

    Iterator<JsonNode> run(Iterator<? extends JsonNode> documents) {
        Iterator<JsonNode[]> rows = sources.rows(documents);
        if (groups != null) {
            rows = groups.fold(rows);
        }
        if (sorting != null) {
            rows = sorting.sort(rows);
        }
        return new Output(rows);
    }

    /** The last stages, which need to hold no more than the values that DISTINCT has seen. */
    private final class Output extends Lookahead<JsonNode> {
        private final Iterator<JsonNode[]> rows;
        private final Set<Object> seen = new HashSet<>();
        private long toSkip = limits.skipped();
        private long left = limits.most();

        Output(Iterator<JsonNode[]> rows) {
            this.rows = rows;
        }

        @Override
        @Nullable
        JsonNode advance() {
            while (left > 0 && rows.hasNext()) {
                JsonNode value = projection.eval(rows.next());
                if (!Values.isUndefined(value) && (!distinct || seen.add(Values.key(value))) && --toSkip < 0) {
                    left--;
                    return value;
                }
            }
            return null;
        }
    }
}
