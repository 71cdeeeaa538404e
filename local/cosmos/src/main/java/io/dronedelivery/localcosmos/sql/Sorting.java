package io.dronedelivery.localcosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** ORDER BY. */
final class Sorting {

    private final Evaluator[] keys;
    private final Comparator<Keyed> comparator;
    private final boolean reversed;

    Sorting(List<Select.SortKey> orderBy, Compiler compiler) {
        this.keys = orderBy.stream()
                .map(key -> compiler.compile(key.expression().expr()))
                .toArray(Evaluator[]::new);
        boolean[] descending = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            descending[i] = orderBy.get(i).descending();
        }
        this.comparator = (a, b) -> compare(a.keys(), b.keys(), descending);
        this.reversed = descending[0];
    }

    private record Keyed(JsonNode[] row, JsonNode[] keys) {}

    /**
     * All rows in order. Rows with equal keys stay in the order of the documents, or in its reverse if the first key is
     * descending, as if an index was scanned backwards: clients that resume a query in the middle of equal keys rely on it.
     */
    Iterator<JsonNode[]> sort(Iterator<JsonNode[]> rows) {
        List<Keyed> sorted = new ArrayList<>();
        while (rows.hasNext()) {
            JsonNode[] row = rows.next();
            JsonNode[] values = new JsonNode[keys.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = keys[i].eval(row);
            }
            sorted.add(new Keyed(row, values));
        }
        if (reversed) {
            Collections.reverse(sorted);
        }
        sorted.sort(comparator);
        return sorted.stream().map(Keyed::row).iterator();
    }

    private static int compare(JsonNode[] a, JsonNode[] b, boolean[] descending) {
        for (int i = 0; i < a.length; i++) {
            int order = Values.ORDER.compare(a[i], b[i]);
            if (order != 0) {
                return descending[i] ? -order : order;
            }
        }
        return 0;
    }
}
