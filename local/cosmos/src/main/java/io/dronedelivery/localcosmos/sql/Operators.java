package io.dronedelivery.localcosmos.sql;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/**
 * The operators.
 *
 * <p>{@code =} and {@code !=} are undefined only when a side is undefined. Values of different types are not equal, so that
 * {@code c.x != null} finds present values that are not null. Existing queries rely on this, and Microsoft's evaluator in the tests of its
 * .NET SDK does the same, although the table in the documentation says undefined.
 *
 * <p>The orderings are undefined across types and for arrays and objects. AND, OR and NOT follow three-valued logic, where any value but a
 * boolean counts as undefined.
 */
final class Operators {

    private Operators() {}

    static Evaluator unary(Expr.UnaryOperator operator, Evaluator operand) {
        return switch (operator) {
            case NOT ->
                row -> {
                    JsonNode value = operand.eval(row);
                    return value.isBoolean() ? Values.bool(!value.booleanValue()) : Values.UNDEFINED;
                };
            case PLUS ->
                row -> {
                    JsonNode value = operand.eval(row);
                    return value.isNumber() ? value : Values.UNDEFINED;
                };
            case MINUS ->
                row -> {
                    JsonNode value = operand.eval(row);
                    return value.isNumber() ? Values.number(-Numbers.toDouble(value)) : Values.UNDEFINED;
                };
            case BIT_NOT -> bits(operand, operand, (a, unused) -> ~a);
        };
    }

    static Evaluator binary(Expr.BinaryOperator operator, Evaluator left, Evaluator right) {
        return switch (operator) {
            case EQUAL -> equality(left, right, true);
            case NOT_EQUAL -> equality(left, right, false);
            case LESS -> ordering(left, right, order -> order < 0);
            case LESS_OR_EQUAL -> ordering(left, right, order -> order <= 0);
            case GREATER -> ordering(left, right, order -> order > 0);
            case GREATER_OR_EQUAL -> ordering(left, right, order -> order >= 0);
            case ADD -> arithmetic(left, right, (a, b) -> a + b);
            case SUBTRACT -> arithmetic(left, right, (a, b) -> a - b);
            case MULTIPLY -> arithmetic(left, right, (a, b) -> a * b);
            case DIVIDE -> arithmetic(left, right, (a, b) -> a / b);
            case MODULO -> arithmetic(left, right, (a, b) -> a % b);
            case CONCATENATE -> concatenation(left, right);
            case BIT_AND -> bits(left, right, (a, b) -> a & b);
            case BIT_OR -> bits(left, right, (a, b) -> a | b);
            case BIT_XOR -> bits(left, right, (a, b) -> a ^ b);
            case SHIFT_LEFT -> bits(left, right, (a, b) -> a << b);
            case SHIFT_RIGHT -> bits(left, right, (a, b) -> a >> b);
            case SHIFT_RIGHT_UNSIGNED -> arithmetic(left, right, (a, b) -> Integer.toUnsignedLong(bits(a) >>> bits(b)));
        };
    }

    private static Evaluator equality(Evaluator left, Evaluator right, boolean wanted) {
        return row -> {
            JsonNode a = left.eval(row);
            JsonNode b = right.eval(row);
            return Values.isUndefined(a) || Values.isUndefined(b)
                    ? Values.UNDEFINED
                    : Values.bool(Values.same(a, b) == wanted);
        };
    }

    private static Evaluator ordering(Evaluator left, Evaluator right, IntPredicate wanted) {
        return row -> {
            JsonNode a = left.eval(row);
            JsonNode b = right.eval(row);
            return Values.comparable(a, b) ? Values.bool(wanted.test(Values.ORDER.compare(a, b))) : Values.UNDEFINED;
        };
    }

    private static Evaluator arithmetic(Evaluator left, Evaluator right, DoubleBinaryOperator operator) {
        return row -> {
            JsonNode a = left.eval(row);
            JsonNode b = right.eval(row);
            return a.isNumber() && b.isNumber()
                    ? Values.number(operator.applyAsDouble(Numbers.toDouble(a), Numbers.toDouble(b)))
                    : Values.UNDEFINED;
        };
    }

    private static Evaluator bits(Evaluator left, Evaluator right, IntBinaryOperator operator) {
        return arithmetic(left, right, (a, b) -> operator.applyAsInt(bits(a), bits(b)));
    }

    /** The lowest 32 bits of the whole part, as in JavaScript. */
    private static int bits(double number) {
        return (int) (long) (number % 0x1p32);
    }

    private static Evaluator concatenation(Evaluator left, Evaluator right) {
        return row -> {
            JsonNode a = left.eval(row);
            JsonNode b = right.eval(row);
            if (!a.isString() || !b.isString()) {
                return Values.UNDEFINED;
            }
            Values.checkLength((long) a.stringValue().length() + b.stringValue().length());
            return Values.text(a.stringValue() + b.stringValue());
        };
    }

    /** False if any term is false; otherwise undefined if any is not a boolean; otherwise true. */
    static Evaluator and(Evaluator[] terms) {
        return junction(terms, Values.FALSE, Values.TRUE);
    }

    /** True if any term is true; otherwise undefined if any is not a boolean; otherwise false. */
    static Evaluator or(Evaluator[] terms) {
        return junction(terms, Values.TRUE, Values.FALSE);
    }

    private static Evaluator junction(Evaluator[] terms, JsonNode decisive, JsonNode neutral) {
        return row -> {
            JsonNode result = neutral;
            for (Evaluator term : terms) {
                JsonNode value = term.eval(row);
                if (value == decisive) {
                    return decisive;
                }
                if (value != neutral) {
                    result = Values.UNDEFINED;
                }
            }
            return result;
        };
    }
}
