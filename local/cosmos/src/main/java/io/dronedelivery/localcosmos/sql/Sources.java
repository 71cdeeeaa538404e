package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** FROM, JOIN and WHERE: the rows that the documents give and the filter lets pass. */
final class Sources {

    private final Evaluator[] joins;
    private final @Nullable Evaluator where;

    /** Compiles the sources and tells the compiler their aliases, in whose terms the other clauses can then be compiled. */
    Sources(Select select, Compiler compiler) {
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
        return joins.length == 0 ? plainRows(documents) : joinedRows(documents);
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

    private Iterator<JsonNode[]> joinedRows(Iterator<? extends JsonNode> documents) {
        return new Lookahead<>() {
            private Iterator<JsonNode[]> ofDocument = List.<JsonNode[]>of().iterator();

            @Override
            JsonNode @Nullable [] advance() {
                while (!ofDocument.hasNext() && documents.hasNext()) {
                    List<JsonNode[]> expanded = new ArrayList<>();
                    JsonNode[] row = new JsonNode[1 + joins.length];
                    row[0] = documents.next();
                    expand(row, 0, expanded);
                    ofDocument = expanded.iterator();
                }
                return ofDocument.hasNext() ? ofDocument.next() : null;
            }
        };
    }

    /** One row for each element of each join's array; what is not an array has no elements. */
    private void expand(JsonNode[] row, int join, List<JsonNode[]> into) {
        if (join == joins.length) {
            if (passes(row)) {
                into.add(row.clone());
            }
            return;
        }
        JsonNode array = joins[join].eval(row);
        if (array.isArray()) {
            for (JsonNode element : array) {
                row[join + 1] = element;
                expand(row, join + 1, into);
            }
        }
    }

    private boolean passes(JsonNode[] row) {
        return where == null || Values.isTrue(where.eval(row));
    }
}
