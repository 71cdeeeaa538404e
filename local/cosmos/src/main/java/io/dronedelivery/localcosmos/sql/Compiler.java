package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compiles expressions into closures, once for each run of a query, so that a row needs no lookup of names and no parsing. */
final class Compiler {

    private final Map<String, JsonNode> parameters;
    private final Map<String, Integer> slots;
    private final int sources;
    private final JoinLimits limits;
    private final List<Expr.Aggregate> aggregates = new ArrayList<>();

    Compiler(Select.From from, Map<String, JsonNode> parameters, JoinLimits limits) {
        this.parameters = parameters;
        this.sources = 1 + from.joins().size();
        this.limits = limits;
        this.slots = new HashMap<>(Map.of(from.root(), 0));
    }

    /** A compiler for a subquery. Its rows begin with the sources of the query around it. */
    private Compiler(Compiler outer, Select.From from) {
        this.parameters = outer.parameters;
        this.sources = outer.sources + from.joins().size();
        this.limits = outer.limits;
        this.slots = new HashMap<>(outer.slots);
    }

    /** The number of a row's values before the aggregates. */
    int sources() {
        return sources;
    }

    JoinLimits limits() {
        return limits;
    }

    /** Declares an alias for the source with a number. A later alias hides an earlier one of the same name. */
    void declare(String alias, int slot) {
        slots.put(alias, slot);
    }

    /** The aggregates found so far. In a row their values follow those of the sources, in this order. */
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
            return Shapes.element(compile(index.of()), compile(index.index()));
        }
        if (expr instanceof Expr.Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (expr instanceof Expr.Call call) {
            return Shapes.call(call.function().bodies().get(), compileAll(call.children()));
        }
        if (expr instanceof Expr.Subquery subquery) {
            return subquery(subquery);
        }
        if (expr instanceof Expr.ArrayOf array) {
            return Shapes.array(compileAll(array.children()));
        }
        if (expr instanceof Expr.ObjectOf object) {
            return Shapes.object(object.names().toArray(String[]::new), compileAll(object.children()));
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

    /** The expression's value if it is a literal or a parameter, otherwise null. */
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

    /** The place of an aggregate's value in a row. An aggregate that is written twice is computed once. */
    private Evaluator aggregate(Expr.Aggregate aggregate) {
        int number = 0;
        while (number < aggregates.size() && !aggregates.get(number).isSameAs(aggregate)) {
            number++;
        }
        if (number == aggregates.size()) {
            aggregates.add(aggregate);
        }
        int slot = sources + number;
        return row -> row[slot];
    }

    Pipeline pipeline(Select subquery) {
        return new Pipeline(subquery, new Compiler(this, subquery.from()), RowLimits.NONE);
    }

    private Evaluator subquery(Expr.Subquery subquery) {
        Pipeline pipeline = pipeline(subquery.select());
        return switch (subquery.form()) {
            case EXISTS -> row -> Values.bool(pipeline.rows(row).hasNext());
            case ARRAY -> row -> ArrayFunctions.of(pipeline.rows(row));
            case SCALAR, ROWS ->
                row -> {
                    Iterator<JsonNode> rows = pipeline.rows(row);
                    return rows.hasNext() ? rows.next() : Values.UNDEFINED;
                };
        };
    }

    private Evaluator in(Expr.In in) {
        Evaluator needle = compile(in.needle());
        List<JsonNode> constants = new ArrayList<>();
        for (Expr option : in.options()) {
            JsonNode constant = constantOf(option);
            if (constant == null) {
                return Matches.in(needle, compileAll(in.options()));
            }
            constants.add(constant);
        }
        return Matches.inConstants(needle, constants);
    }

    private Evaluator like(Expr.Like like) {
        Evaluator value = compile(like.value());
        JsonNode pattern = constantOf(like.pattern());
        return pattern != null
                ? Matches.likeConstant(value, pattern, like.escape())
                : Matches.like(value, compile(like.pattern()), like.escape());
    }
}
