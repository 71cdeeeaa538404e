package io.dronedelivery.localcosmos.sql;

import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The type checks, which are the only functions that accept undefined, and IIF. */
final class TypeFunctions {

    private TypeFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                check("IS_DEFINED", value -> !Values.isUndefined(value)),
                check("IS_NULL", JsonNode::isNull),
                check("IS_BOOL", JsonNode::isBoolean),
                // The SDK's resume filters of ORDER BY use IS_BOOLEAN.
                check("IS_BOOLEAN", JsonNode::isBoolean),
                check("IS_NUMBER", JsonNode::isNumber),
                check("IS_FINITE_NUMBER", value -> value.isNumber() && Double.isFinite(Numbers.toDouble(value))),
                check("IS_INTEGER", TypeFunctions::isInteger),
                check("IS_STRING", JsonNode::isString),
                check("IS_ARRAY", JsonNode::isArray),
                check("IS_OBJECT", JsonNode::isObject),
                check("IS_PRIMITIVE", Values::isPrimitive),
                new BuiltIn("IIF", 3, 3, arguments -> Values.isTrue(arguments[0]) ? arguments[1] : arguments[2]));
    }

    private static BuiltIn check(String name, Predicate<JsonNode> test) {
        return new BuiltIn(name, 1, 1, arguments -> Values.bool(test.test(arguments[0])));
    }

    private static boolean isInteger(JsonNode value) {
        return value.isNumber()
                && Numbers.toDouble(value) == Math.rint(Numbers.toDouble(value))
                && Math.abs(Numbers.toDouble(value)) < 0x1p63;
    }
}
