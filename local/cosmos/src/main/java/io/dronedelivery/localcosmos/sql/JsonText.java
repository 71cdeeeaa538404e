package io.dronedelivery.localcosmos.sql;

import java.math.BigDecimal;
import java.util.stream.Collectors;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.databind.JsonNode;

/** The JSON text of a value for TOSTRING. Numbers have ECMAScript's form ("Number::toString"), not Java's. */
final class JsonText {

    /** Numbers with more digits before the point, or with more than MOST_ZEROS zeros behind it, get an exponent. */
    private static final int MOST_DIGITS = 21;

    private static final int MOST_ZEROS = 5;

    private JsonText() {}

    static String of(JsonNode value) {
        if (value.isNumber()) {
            return of(Numbers.toDouble(value));
        }
        if (value.isArray()) {
            return value.valueStream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(property -> Values.text(property.getKey()) + ":" + of(property.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        return value.toString();
    }

    private static String of(double number) {
        if (number == 0 || !Double.isFinite(number)) {
            return number == 0 ? "0" : Double.toString(number);
        }
        // Java 17's own Double.toString writes too many digits for some numbers.
        BigDecimal decimal = new BigDecimal(NumberOutput.toString(number, true)).stripTrailingZeros();
        int point = decimal.precision() - decimal.scale(); // its position, counted from the first digit
        if (point >= -MOST_ZEROS && point <= MOST_DIGITS) {
            return decimal.toPlainString();
        }
        String mantissa = decimal.movePointLeft(point - 1).toPlainString();
        return mantissa + (point > 0 ? "e+" : "e") + (point - 1);
    }
}
