package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class Sorting {

    private final Evaluator[] keys;
    private final boolean[] descending;
    private final JoinLimits limits;

    Sorting(List<Select.SortKey> orderBy, Compiler compiler, JoinLimits limits) {
        this.limits = limits;
        this.keys = orderBy.stream()
                .map(key -> compiler.compile(key.expression().expr()))
                .toArray(Evaluator[]::new);
        this.descending = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            descending[i] = orderBy.get(i).descending();
        }
    }

    private record Keyed(JsonNode[] row, JsonNode[] keys, long document) {}

    /** The rows in order, with the position of the last returned one. */
    static final class Sorted implements Iterator<JsonNode[]> {
        private final Iterator<Keyed> rows;
        private @Nullable Keyed last;

        private Sorted(List<Keyed> rows) {
            this.rows = rows.iterator();
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public JsonNode[] next() {
            Keyed next = rows.next();
            last = next;
            return next.row();
        }

        /** The position behind the last returned row. */
        QueryPosition position(long rowsGiven) {
            Keyed row = Objects.requireNonNull(last);
            return new QueryPosition(rowsGiven, row.document(), List.of(row.keys()));
        }
    }

    /**
     * The rows behind a position, in order. Rows with equal keys stay in the order of the documents, or in the reverse order if the first
     * key is descending, like a backward scan of an index. Clients that resume a query in the middle of equal keys rely on it.
     *
     * @param document the number of the last read row's document
     */
    Sorted sort(Iterator<JsonNode[]> rows, LongSupplier document, QueryPosition from) {
        List<Keyed> sorted = new ArrayList<>();
        while (rows.hasNext()) {
            JsonNode[] row = rows.next();
            JsonNode[] values = new JsonNode[keys.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = keys[i].eval(row);
            }
            Keyed keyed = new Keyed(row, values, document.getAsLong());
            if (isBehind(keyed, from)) {
                sorted.add(keyed);
                limits.checkHeld(sorted.size());
            }
        }
        if (descending[0]) {
            Collections.reverse(sorted);
        }
        sorted.sort((a, b) -> compare(a.keys(), b.keys()));
        return new Sorted(sorted);
    }

    private boolean isBehind(Keyed row, QueryPosition from) {
        if (from.keys().size() != keys.length) {
            return true;
        }
        int order = compare(row.keys(), from.keys().toArray(JsonNode[]::new));
        if (order != 0) {
            return order > 0;
        }
        return descending[0] ? row.document() < from.document() : row.document() > from.document();
    }

    private int compare(JsonNode[] a, JsonNode[] b) {
        for (int i = 0; i < a.length; i++) {
            int order = Values.ORDER.compare(a[i], b[i]);
            if (order != 0) {
                return descending[i] ? -order : order;
            }
        }
        return 0;
    }
}
