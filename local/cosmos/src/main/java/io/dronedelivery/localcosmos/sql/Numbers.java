package io.dronedelivery.localcosmos.sql;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Numbers as in Cosmos DB: IEEE doubles. */
public final class Numbers {

    private Numbers() {}

    /** Returns the nearest double. It is infinite beyond the doubles' range, and 0 for a value that is no number. */
    public static double toDouble(JsonNode value) {
        // Jackson does not convert an integer of more than 308 digits to a double.
        return value.isBigInteger() ? value.bigIntegerValue().doubleValue() : value.doubleValue(0);
    }

    /** The value of a whole number of 64 bits, otherwise null. */
    static @Nullable Long whole(JsonNode value) {
        if (value.isIntegralNumber()) {
            return value.canConvertToLong() ? value.longValue() : null;
        }
        double number = toDouble(value);
        return value.isNumber() && number == Math.rint(number) && Math.abs(number) < 0x1p63 ? (long) number : null;
    }
}
