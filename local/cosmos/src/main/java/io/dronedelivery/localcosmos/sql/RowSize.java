package io.dronedelivery.localcosmos.sql;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Counts the least number of JSON characters of a value. A query may name a document a hundred thousand times in one row. That costs
 * nothing while the parts are shared, but would exceed any heap when it is written or made a key.
 */
final class RowSize {
    /** Twice the size of an answer's page: a page ends with the row that fills it. */
    private static final int MOST = 8 * 1024 * 1024;

    private long characters;

    private RowSize() {}

    /**
     * Returns the value.
     *
     * @throws SqlException when it is too large for a row
     */
    static JsonNode checked(JsonNode value) {
        if (value.isContainer()) {
            new RowSize().add(value);
        }
        return value;
    }

    private void add(JsonNode value) {
        count(2);
        if (value.isString()) {
            count(value.stringValue().length());
        } else if (value.isArray()) {
            for (JsonNode element : value) {
                add(element);
            }
        } else if (value.isObject()) {
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                count(property.getKey().length());
                add(property.getValue());
            }
        }
    }

    private void count(int more) {
        characters += more;
        if (characters > MOST) {
            throw new SqlException(
                    "The query makes a row of more than " + MOST + " characters, which is the most that one may have");
        }
    }
}
