package io.dronedelivery.localazure.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns expressions into closures, once for each set of parameters, so that a row costs no look-up of names and no parsing. */
final class Compiler {

    private final Map<String, JsonNode> parameters;
    private final Map<String, Integer> slots = new HashMap<>();
    private final int sources;
    private final List<Expr.Aggregate> aggregates = new ArrayList<>();

    Compiler(Select.From from, Map<String, JsonNode> parameters) {
        this.parameters = parameters;
        this.sources = 1 + from.joins().size();
        slots.put(from.root(), 0);
    }

    /** Makes an alias known, as the source of a number; a later alias hides an earlier one of the same name. */
    void declare(String alias, int slot) {
        slots.put(alias, slot);
    }

    /** The aggregates met so far; the value of the first stands in a row after those of the sources, and so on. */
    List<Expr.Aggregate> aggregates() {
        return aggregates;
    }

    Evaluator compile(Expr expr) {
        if (expr instanceof Expr.Literal literal) {
            return constant(literal.value());
        }
        if (expr instanceof Expr.Parameter parameter) {
            return constant(value(parameter));
        }
        if (expr instanceof Expr.Variable variable) {
            return variable(variable);
        }
        if (expr instanceof Expr.Property property) {
            return property(property);
        }
        if (expr instanceof Expr.Index index) {
            return index(compile(index.of()), compile(index.index()));
        }
        if (expr instanceof Expr.Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (expr instanceof Expr.Call call) {
            return call(call.function().body(), compileAll(call.children()));
        }
        if (expr instanceof Expr.ArrayOf array) {
            return array(compileAll(array.children()));
        }
        if (expr instanceof Expr.ObjectOf object) {
            return object(object.names().toArray(String[]::new), compileAll(object.children()));
        }
        return operator(expr);
    }

    private Evaluator operator(Expr expr) {
        if (expr instanceof Expr.And and) {
            return Operators.and(compileAll(and.children()));
        }
        if (expr instanceof Expr.Or or) {
            return Operators.or(compileAll(or.children()));
        }
        if (expr instanceof Expr.Binary binary) {
            return Operators.binary(binary.operator(), compile(binary.left()), compile(binary.right()));
        }
        if (expr instanceof Expr.Unary unary) {
            return Operators.unary(unary.operator(), compile(unary.operand()));
        }
        if (expr instanceof Expr.In in) {
            return in(in);
        }
        if (expr instanceof Expr.Like like) {
            return like(like);
        }
        if (expr instanceof Expr.Conditional conditional) {
            Evaluator condition = compile(conditional.condition());
            Evaluator then = compile(conditional.then());
            Evaluator otherwise = compile(conditional.otherwise());
            return row -> Values.isTrue(condition.eval(row)) ? then.eval(row) : otherwise.eval(row);
        }
        if (expr instanceof Expr.Coalesce coalesce) {
            Evaluator left = compile(coalesce.left());
            Evaluator right = compile(coalesce.right());
            return row -> {
                JsonNode value = left.eval(row);
                return Values.isUndefined(value) ? right.eval(row) : value;
            };
        }
        throw new IllegalStateException("No evaluator for " + expr);
    }

    /** The expression's value if it is a literal or a parameter, else null. */
    @Nullable
    JsonNode constantOf(Expr expr) {
        if (expr instanceof Expr.Literal literal) {
            return literal.value();
        }
        return expr instanceof Expr.Parameter parameter ? value(parameter) : null;
    }

    private JsonNode value(Expr.Parameter parameter) {
        return Objects.requireNonNull(parameters.get(parameter.name()), parameter.name());
    }

    private Evaluator[] compileAll(List<Expr> exprs) {
        return exprs.stream().map(this::compile).toArray(Evaluator[]::new);
    }

    private static Evaluator constant(JsonNode value) {
        return row -> value;
    }

    private Evaluator variable(Expr.Variable variable) {
        int slot = Objects.requireNonNull(slots.get(variable.name()), variable.name());
        return row -> row[slot];
    }

    private Evaluator property(Expr.Property property) {
        Evaluator of = compile(property.of());
        String name = property.name();
        return row -> of.eval(row).path(name);
    }

    private static Evaluator index(Evaluator of, Evaluator index) {
        return row -> {
            JsonNode key = index.eval(row);
            if (key.isTextual()) {
                return of.eval(row).path(key.textValue());
            }
            return key.isNumber() && key.doubleValue() == key.intValue()
                    ? of.eval(row).path(key.intValue())
                    : Values.UNDEFINED;
        };
    }

    private Evaluator aggregate(Expr.Aggregate aggregate) {
        if (!aggregates.contains(aggregate)) {
            aggregates.add(aggregate);
        }
        int slot = sources + aggregates.indexOf(aggregate);
        return row -> row[slot];
    }

    private static Evaluator call(BuiltIn.Body body, Evaluator[] arguments) {
        return row -> {
            JsonNode[] values = new JsonNode[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].eval(row);
            }
            return body.apply(values);
        };
    }

    /** An array of the elements that are defined. */
    private static Evaluator array(Evaluator[] elements) {
        return row -> {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.length);
            for (Evaluator element : elements) {
                JsonNode value = element.eval(row);
                if (!Values.isUndefined(value)) {
                    array.add(value);
                }
            }
            return array;
        };
    }

    /** An object of the properties that are defined. */
    static Evaluator object(String[] names, Evaluator[] properties) {
        return row -> {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < names.length; i++) {
                JsonNode value = properties[i].eval(row);
                if (!Values.isUndefined(value)) {
                    object.set(names[i], value);
                }
            }
            return object;
        };
    }

    private Evaluator in(Expr.In in) {
        Evaluator needle = compile(in.needle());
        List<JsonNode> constants = new ArrayList<>();
        for (Expr option : in.options()) {
            JsonNode constant = constantOf(option);
            if (constant == null) {
                return inAny(needle, compileAll(in.options()));
            }
            constants.add(constant);
        }
        Set<Object> keys = new HashSet<>();
        constants.forEach(constant -> keys.add(Values.key(constant)));
        return row -> {
            JsonNode value = needle.eval(row);
            return Values.isUndefined(value) ? value : Values.bool(keys.contains(Values.key(value)));
        };
    }

    private static Evaluator inAny(Evaluator needle, Evaluator[] options) {
        return row -> {
            JsonNode value = needle.eval(row);
            if (Values.isUndefined(value)) {
                return value;
            }
            for (Evaluator option : options) {
                if (Values.same(value, option.eval(row))) {
                    return Values.TRUE;
                }
            }
            return Values.FALSE;
        };
    }

    private Evaluator like(Expr.Like like) {
        Evaluator value = compile(like.value());
        JsonNode constant = constantOf(like.pattern());
        if (constant != null && constant.isTextual()) {
            LikePattern pattern = new LikePattern(constant.textValue(), like.escape());
            return row -> {
                JsonNode text = value.eval(row);
                return text.isTextual() ? Values.bool(pattern.matches(text.textValue())) : Values.UNDEFINED;
            };
        }
        Evaluator pattern = compile(like.pattern());
        return row -> {
            JsonNode text = value.eval(row);
            JsonNode p = pattern.eval(row);
            return text.isTextual() && p.isTextual()
                    ? Values.bool(new LikePattern(p.textValue(), like.escape()).matches(text.textValue()))
                    : Values.UNDEFINED;
        };
    }
}
