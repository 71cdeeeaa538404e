package io.dronedelivery.localcosmos.sql;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import tools.jackson.databind.JsonNode;

/** The mathematical functions. They are undefined for any argument but numbers, and where the result is not finite. */
final class MathFunctions {

    /** All doubles from here on are whole. */
    private static final double FIRST_WITHOUT_FRACTION = 0x1p52;

    private MathFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                unary("ABS", Math::abs),
                unary("CEILING", Math::ceil),
                unary("FLOOR", Math::floor),
                new BuiltIn("ROUND", 1, 2, MathFunctions::round),
                unary("TRUNC", x -> x < 0 ? Math.ceil(x) : Math.floor(x)),
                unary("SIGN", Math::signum),
                unary("SQRT", Math::sqrt),
                unary("SQUARE", x -> x * x),
                binary("POWER", Math::pow),
                unary("EXP", Math::exp),
                new BuiltIn("LOG", 1, 2, MathFunctions::log),
                unary("LOG10", Math::log10),
                unary("SIN", Math::sin),
                unary("COS", Math::cos),
                unary("TAN", Math::tan),
                unary("COT", x -> 1 / Math.tan(x)),
                unary("ASIN", Math::asin),
                unary("ACOS", Math::acos),
                unary("ATAN", Math::atan),
                binary("ATN2", Math::atan2),
                unary("DEGREES", Math::toDegrees),
                unary("RADIANS", Math::toRadians),
                new BuiltIn("ST_DISTANCE", 2, 2, DistanceFunction::apply),
                new BuiltIn("NUMBERBIN", 1, 2, MathFunctions::bin),
                new BuiltIn(
                        "RAND",
                        0,
                        0,
                        arguments -> Values.number(ThreadLocalRandom.current().nextDouble())),
                new BuiltIn("PI", 0, 0, arguments -> Values.number(Math.PI)));
    }

    private static BuiltIn unary(String name, DoubleUnaryOperator operator) {
        return new BuiltIn(name, 1, 1, arguments -> {
            JsonNode x = arguments[0];
            return x.isNumber() ? Values.number(operator.applyAsDouble(Numbers.toDouble(x))) : Values.UNDEFINED;
        });
    }

    private static BuiltIn binary(String name, DoubleBinaryOperator operator) {
        return new BuiltIn(name, 2, 2, arguments -> apply(operator, arguments[0], arguments[1]));
    }

    private static JsonNode apply(DoubleBinaryOperator operator, JsonNode x, JsonNode y) {
        return x.isNumber() && y.isNumber()
                ? Values.number(operator.applyAsDouble(Numbers.toDouble(x), Numbers.toDouble(y)))
                : Values.UNDEFINED;
    }

    private static JsonNode log(JsonNode[] arguments) {
        return arguments.length == 2
                ? apply((x, base) -> Math.log(x) / Math.log(base), arguments[0], arguments[1])
                : apply((x, unused) -> Math.log(x), arguments[0], arguments[0]);
    }

    /** The multiple of the second argument, or of 1, at or before a number. Undefined for the multiples of 0. */
    private static JsonNode bin(JsonNode[] arguments) {
        return apply(
                (x, size) -> Math.floor(x / size) * size,
                arguments[0],
                arguments.length == 2 ? arguments[1] : Values.integer(1));
    }

    private static JsonNode round(JsonNode[] arguments) {
        return arguments.length == 2
                ? apply(MathFunctions::roundTo, arguments[0], arguments[1])
                : apply((x, unused) -> roundTo(x, 0), arguments[0], arguments[0]);
    }

    /** Rounds as {@code RoundingMode.HALF_UP}, as Azure does and Math.round does not. Undefined for a fractional number of digits. */
    private static double roundTo(double x, double digits) {
        if (digits != Math.rint(digits)) {
            return Double.NaN;
        }
        double unit = Math.pow(10, Math.abs(digits));
        double scaled = digits < 0 ? Math.abs(x) / unit : Math.abs(x) * unit;
        if (x == 0 || scaled >= FIRST_WITHOUT_FRACTION) {
            return x;
        }
        double floor = Math.floor(scaled);
        double rounded = scaled - floor < 0.5 ? floor : floor + 1; // adding 0.5 first would itself round
        return Math.signum(x) * (rounded == 0 ? 0 : digits < 0 ? rounded * unit : rounded / unit);
    }
}
