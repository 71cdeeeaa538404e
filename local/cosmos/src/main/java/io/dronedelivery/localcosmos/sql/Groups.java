package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** GROUP BY and the aggregates. Without GROUP BY there is exactly one group, even without rows. */
final class Groups {

    private final Evaluator[] keys;
    private final List<AggregateKind> kinds;
    private final Evaluator[] arguments;
    private final int sources;
    private final JoinLimits limits;

    /** Compiles the groups. The projection must have been compiled before, so that the compiler knows the aggregates. */
    Groups(Select select, Compiler compiler) {
        this.limits = compiler.limits();
        this.keys = select.groupBy().stream()
                .map(key -> compiler.compile(key.expr()))
                .toArray(Evaluator[]::new);
        this.kinds = compiler.aggregates().stream().map(Expr.Aggregate::kind).toList();
        this.arguments = compiler.aggregates().stream()
                .map(aggregate -> compiler.compile(aggregate.argument().expr()))
                .toArray(Evaluator[]::new);
        this.sources = compiler.sources();
    }

    /**
     * One row for each group, in the order of their first rows: the values of a group's first row, then its aggregates.
     *
     * @param none what the single group without GROUP BY has in place of a first row. Its empty places become undefined
     */
    Iterator<JsonNode[]> fold(Iterator<JsonNode[]> rows, JsonNode[] none) {
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        if (keys.length == 0) {
            JsonNode[] first = none.clone();
            Arrays.setAll(first, i -> Objects.requireNonNullElse(none[i], Values.UNDEFINED));
            groups.put(List.of(), new Group(first));
        }
        while (rows.hasNext()) {
            JsonNode[] row = rows.next();
            groups.computeIfAbsent(keyOf(row), key -> new Group(row)).add(row);
            limits.checkHeld(groups.size());
        }
        return groups.values().stream().map(Group::result).iterator();
    }

    private List<Object> keyOf(JsonNode[] row) {
        if (keys.length == 0) {
            return List.of();
        }
        List<Object> key = new ArrayList<>(keys.length);
        for (Evaluator part : keys) {
            key.add(Values.key(RowSize.checked(part.eval(row))));
        }
        return key;
    }

    private final class Group {
        private final JsonNode[] first;
        private final Accumulator[] accumulators;

        Group(JsonNode[] first) {
            this.first = first;
            this.accumulators = kinds.stream().map(kind -> kind.start(limits)).toArray(Accumulator[]::new);
        }

        void add(JsonNode[] row) {
            for (int i = 0; i < accumulators.length; i++) {
                accumulators[i].add(arguments[i].eval(row));
            }
        }

        JsonNode[] result() {
            JsonNode[] row = Arrays.copyOf(first, sources + accumulators.length);
            for (int i = 0; i < accumulators.length; i++) {
                row[sources + i] = accumulators[i].result();
            }
            return row;
        }
    }
}
