package io.dronedelivery.localazure.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds what a filter says about paths: {@code path = constant}, {@code path IN (constants)}, and their AND and OR. */
final class Equalities {

    private final String root;
    private final Compiler constants;

    private Equalities(String root, Compiler constants) {
        this.root = root;
        this.constants = constants;
    }

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

    /** The values that each path must have, by their hash keys. */
    private Map<List<String>, Map<Object, JsonNode>> find(Expr filter) {
        if (filter instanceof Expr.And and) {
            return and.children().stream().map(this::find).reduce(Map.of(), Equalities::both);
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
        return filter instanceof Expr.In in ? fact(in.needle(), in.options()) : Map.of();
    }

    private Map<List<String>, Map<Object, JsonNode>> fact(Expr path, List<Expr> options) {
        List<String> names = Paths.of(path, root);
        if (names == null) {
            return Map.of();
        }
        Map<Object, JsonNode> values = new LinkedHashMap<>();
        for (Expr option : options) {
            JsonNode value = constants.constantOf(option);
            if (value == null || value.isContainerNode()) {
                return Map.of();
            }
            if (!Values.isUndefined(value)) {
                values.putIfAbsent(Values.key(value), value);
            }
        }
        return Map.of(names, values);
    }

    /** Both sides hold, so a path that both know has a value that both allow. */
    private static Map<List<String>, Map<Object, JsonNode>> both(
            Map<List<String>, Map<Object, JsonNode>> a, Map<List<String>, Map<Object, JsonNode>> b) {
        Map<List<String>, Map<Object, JsonNode>> facts = new LinkedHashMap<>(a);
        b.forEach((path, values) -> facts.merge(path, values, (left, right) -> {
            Map<Object, JsonNode> common = new LinkedHashMap<>(left);
            common.keySet().retainAll(right.keySet());
            return common;
        }));
        return facts;
    }

    /** One side holds, so only a path that both know is sure to have a value of one of them. */
    private static Map<List<String>, Map<Object, JsonNode>> either(
            Map<List<String>, Map<Object, JsonNode>> a, Map<List<String>, Map<Object, JsonNode>> b) {
        Map<List<String>, Map<Object, JsonNode>> facts = new LinkedHashMap<>(a);
        facts.keySet().retainAll(b.keySet());
        facts.replaceAll((path, values) -> {
            Map<Object, JsonNode> all = new LinkedHashMap<>(values);
            all.putAll(Objects.requireNonNull(b.get(path)));
            return all;
        });
        return facts;
    }
}
