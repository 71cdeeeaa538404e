package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A scalar expression. Equal expressions have the same text, apart from blanks. Positions are stored separately, in {@link Select}. */
sealed interface Expr {

    /** The parts of this expression in the order of evaluation. */
    List<Expr> children();

    /** A constant; {@code undefined} is {@link Values#UNDEFINED}. */
    record Literal(JsonNode value) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of();
        }
    }

    /** {@code @name}, including its sign. */
    record Parameter(String name) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of();
        }
    }

    /** An alias of FROM or JOIN. */
    record Variable(String name) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of();
        }
    }

    /** {@code of.name} or {@code of["name"]}. */
    record Property(Expr of, String name) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(of);
        }
    }

    /** {@code of[index]} with any index but a constant string. */
    record Index(Expr of, Expr index) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(of, index);
        }
    }

    record Unary(UnaryOperator operator, Expr operand) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(operand);
        }
    }

    record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(left, right);
        }
    }

    /** A chain of AND. It is flat, so that the thousands of terms of a read-many query do not nest. */
    record And(List<Expr> children) implements Expr {}

    /** A chain of OR, flat like {@link And}. */
    record Or(List<Expr> children) implements Expr {}

    /** {@code needle IN (options)}. */
    record In(Expr needle, List<Expr> options) implements Expr {
        @Override
        public List<Expr> children() {
            List<Expr> all = new ArrayList<>(options);
            all.add(0, needle);
            return all;
        }
    }

    /** {@code value LIKE pattern [ESCAPE 'c']}. */
    record Like(Expr value, Expr pattern, @Nullable Character escape) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(value, pattern);
        }
    }

    /** {@code condition ? then : otherwise}. */
    record Conditional(Expr condition, Expr then, Expr otherwise) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(condition, then, otherwise);
        }
    }

    /** {@code left ?? right}. */
    record Coalesce(Expr left, Expr right) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(left, right);
        }
    }

    record Call(BuiltIn function, List<Expr> children) implements Expr {}

    /** COUNT, SUM, MIN or another {@link AggregateKind} over the rows of a group. */
    record Aggregate(AggregateKind kind, Select.Written argument) implements Expr {
        @Override
        public List<Expr> children() {
            return List.of(argument.expr());
        }

        boolean isSameAs(Aggregate other) {
            return kind == other.kind && argument.expr().equals(other.argument.expr());
        }
    }

    /**
     * A query in parentheses. It is run for each row of the query around it.
     *
     * @param children the names of the queries around it that it uses
     */
    record Subquery(SubqueryForm form, Select select, List<Expr> children, String text) implements Expr {
        @Override
        public boolean equals(Object other) {
            return other instanceof Subquery subquery && form == subquery.form && text.equals(subquery.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    record ArrayOf(List<Expr> children) implements Expr {}

    record ObjectOf(List<String> names, List<Expr> children) implements Expr {}

    /** What the rows of a subquery become: one value, an array, whether there are any, or rows of FROM or JOIN. */
    enum SubqueryForm {
        SCALAR,
        ARRAY,
        EXISTS,
        ROWS
    }

    enum UnaryOperator {
        NOT,
        PLUS,
        MINUS,
        BIT_NOT
    }

    enum BinaryOperator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        MODULO,
        CONCATENATE,
        BIT_AND,
        BIT_OR,
        BIT_XOR,
        SHIFT_LEFT,
        SHIFT_RIGHT,
        SHIFT_RIGHT_UNSIGNED
    }

    /** True if this expression is or contains an aggregate. */
    default boolean hasAggregate() {
        return this instanceof Aggregate || children().stream().anyMatch(Expr::hasAggregate);
    }
}
