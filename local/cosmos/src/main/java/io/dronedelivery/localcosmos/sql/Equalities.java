package io.dronedelivery.localcosmos.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Finds equalities of paths in a filter: {@code path = constant}, {@code path IN (constants)}, and their AND and OR. */
record Equalities(String root, Compiler constants) {

    static List<Equality> of(Select select, Compiler constants) {
        if (select.where() == null || !select.from().rootVisible()) {
            return List.of();
        }
        return new Equalities(select.from().root(), constants)
                .find(select.where().expr()).entrySet().stream()
                        .map(fact -> new Equality(
                                fact.getKey(), List.copyOf(fact.getValue().values())))
                        .toList();
    }

    /** The possible values of each path, by their hash keys. */
    private Map<List<String>, Map<Object, JsonNode>> find(Expr filter) {
        if (filter instanceof Expr.And and) {
            return and.children().stream()
                    .map(this::find)
                    .reduce(Equalities::both)
                    .orElseThrow();
        }
        if (filter instanceof Expr.Or or) {
            return or.children().stream()
                    .map(this::find)
                    .reduce(Equalities::either)
                    .orElseThrow();
        }
        if (filter instanceof Expr.Binary binary && binary.operator() == Expr.BinaryOperator.EQUAL) {
            Map<List<String>, Map<Object, JsonNode>> fact = fact(binary.left(), List.of(binary.right()));
            return fact.isEmpty() ? fact(binary.right(), List.of(binary.left())) : fact;
        }
        return filter instanceof Expr.In in ? fact(in.needle(), in.options()) : new LinkedHashMap<>();
    }

    private Map<List<String>, Map<Object, JsonNode>> fact(Expr path, List<Expr> options) {
        Map<List<String>, Map<Object, JsonNode>> facts = new LinkedHashMap<>();
        List<String> names = Paths.of(path, root);
        if (names == null) {
            return facts;
        }
        Map<Object, JsonNode> values = new LinkedHashMap<>();
        for (Expr option : options) {
            JsonNode value = constants.constantOf(option);
            if (value == null || value.isContainer()) {
                return facts;
            }
            if (!Values.isUndefined(value)) {
                values.putIfAbsent(Values.key(value), value);
            }
        }
        facts.put(names, values);
        return facts;
    }

    /** The equalities when both sides hold: a path of both sides has a value that both allow. Changes and returns the first side. */
    private static Map<List<String>, Map<Object, JsonNode>> both(
            Map<List<String>, Map<Object, JsonNode>> a, Map<List<String>, Map<Object, JsonNode>> b) {
        b.forEach((path, values) -> {
            Map<Object, JsonNode> known = a.putIfAbsent(path, values);
            if (known != null) {
                known.keySet().retainAll(values.keySet());
            }
        });
        return a;
    }

    /** The equalities when one side holds: only a path of both sides is limited, to the values of either. Changes the first side too. */
    private static Map<List<String>, Map<Object, JsonNode>> either(
            Map<List<String>, Map<Object, JsonNode>> a, Map<List<String>, Map<Object, JsonNode>> b) {
        a.keySet().retainAll(b.keySet());
        a.forEach((path, values) -> values.putAll(Objects.requireNonNull(b.get(path))));
        return a;
    }
}
