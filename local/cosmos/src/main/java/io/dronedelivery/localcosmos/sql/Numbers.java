package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;

/** Numbers as in Cosmos DB: IEEE doubles. */
public final class Numbers {

    private Numbers() {}

    /** Returns the nearest double. It is infinite beyond the doubles' range, and 0 for a value that is no number. */
    public static double toDouble(JsonNode value) {
        // Jackson does not convert an integer of more than 308 digits to a double.
        return value.isBigInteger() ? value.bigIntegerValue().doubleValue() : value.doubleValue(0);
    }
}
