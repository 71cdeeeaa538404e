package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** FROM, JOIN and WHERE: the rows of the documents that pass the filter. */
final class Sources {

    private final Evaluator[] joins;
    private final @Nullable Evaluator where;
    private final JoinLimits limits;

    /** Compiles the sources and declares their aliases, so that the other clauses can be compiled. */
    Sources(Select select, Compiler compiler, JoinLimits limits) {
        this.limits = limits;
        List<Select.Join> all = select.from().joins();
        this.joins = new Evaluator[all.size()];
        for (int i = 0; i < joins.length; i++) {
            joins[i] = compiler.compile(all.get(i).source().expr());
            compiler.declare(all.get(i).alias(), i + 1);
        }
        this.where =
                select.where() == null ? null : compiler.compile(select.where().expr());
    }

    Iterator<JsonNode[]> rows(Iterator<? extends JsonNode> documents) {
        return joins.length == 0 ? plainRows(documents) : new Joined(documents);
    }

    private Iterator<JsonNode[]> plainRows(Iterator<? extends JsonNode> documents) {
        return new Lookahead<>() {
            @Override
            JsonNode @Nullable [] advance() {
                while (documents.hasNext()) {
                    JsonNode[] row = {documents.next()};
                    if (passes(row)) {
                        return row;
                    }
                }
                return null;
            }
        };
    }

    /** One row for each element of each join's array, made on demand. A value that is no array has no elements. */
    private final class Joined extends Lookahead<JsonNode[]> {
        private final Iterator<? extends JsonNode> documents;
        private final JsonNode[] row = new JsonNode[1 + joins.length];
        /** The remaining elements of each join's array. Those of the first {@code open} joins belong to the row. */
        private final List<Iterator<JsonNode>> left =
                new ArrayList<>(Collections.nCopies(joins.length, Collections.emptyIterator()));

        private int open;
        private long elements;

        Joined(Iterator<? extends JsonNode> documents) {
            this.documents = documents;
        }

        @Override
        JsonNode @Nullable [] advance() {
            while (open > 0 || documents.hasNext()) {
                if (open == 0) {
                    row[0] = documents.next();
                    open();
                } else if (!left.get(open - 1).hasNext()) {
                    open--;
                } else {
                    limits.checkElements(++elements);
                    row[open] = left.get(open - 1).next();
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
            JsonNode array = joins[open].eval(row);
            left.set(open++, array.isArray() ? array.iterator() : Collections.emptyIterator());
        }
    }

    private boolean passes(JsonNode[] row) {
        return where == null || Values.isTrue(where.eval(row));
    }
}
