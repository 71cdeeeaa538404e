package io.dronedelivery.localcosmos.sql;

import java.util.List;
import java.util.function.LongBinaryOperator;
import tools.jackson.databind.JsonNode;

/** The functions of whole numbers with 64 bits. They are undefined for other arguments. Results beyond 64 bits lose their highest bits. */
final class WholeNumberFunctions {

    private WholeNumberFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                binary("INTADD", (a, b) -> a + b),
                binary("INTSUB", (a, b) -> a - b),
                binary("INTMUL", (a, b) -> a * b),
                quotient("INTDIV", (a, b) -> a / b),
                quotient("INTMOD", (a, b) -> a % b),
                binary("INTBITAND", (a, b) -> a & b),
                binary("INTBITOR", (a, b) -> a | b),
                binary("INTBITXOR", (a, b) -> a ^ b),
                binary("INTBITLEFTSHIFT", (a, b) -> a << b),
                binary("INTBITRIGHTSHIFT", (a, b) -> a >> b),
                new BuiltIn("INTBITNOT", 1, 1, a -> apply((x, unused) -> ~x, a[0], a[0])));
    }

    private static BuiltIn binary(String name, LongBinaryOperator operator) {
        return new BuiltIn(name, 2, 2, arguments -> apply(operator, arguments[0], arguments[1]));
    }

    /** An operator that is undefined for a divisor of 0. */
    private static BuiltIn quotient(String name, LongBinaryOperator operator) {
        return new BuiltIn(
                name,
                2,
                2,
                arguments -> arguments[1].isNumber() && Numbers.toDouble(arguments[1]) == 0
                        ? Values.UNDEFINED
                        : apply(operator, arguments[0], arguments[1]));
    }

    private static JsonNode apply(LongBinaryOperator operator, JsonNode left, JsonNode right) {
        Long a = Numbers.whole(left);
        Long b = Numbers.whole(right);
        return a == null || b == null ? Values.UNDEFINED : Values.integer(operator.applyAsLong(a, b));
    }
}
