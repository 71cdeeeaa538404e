package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;

/** Numbers as Cosmos DB has them: IEEE doubles. */
public final class Numbers {

    private Numbers() {}

    /** Returns the nearest double, which is infinite for a number beyond the doubles, and 0 for what is no number. */
    public static double toDouble(JsonNode value) {
        // Jackson refuses to turn an integer of more than 308 digits into a double.
        return value.isBigInteger() ? value.bigIntegerValue().doubleValue() : value.doubleValue(0);
    }
}
