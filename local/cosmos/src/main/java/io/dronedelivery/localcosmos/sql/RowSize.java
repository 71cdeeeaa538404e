package io.dronedelivery.localcosmos.sql;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Counts the characters that a value has as JSON at least. A query may name a document a hundred thousand times in one row: that costs nothing
 * as long as the parts are shared, and no heap holds it once it is written or made a key.
 */
final class RowSize {
    /** Twice the page that an answer has: a page ends with the row that makes it full. */
    private static final int MOST = 8 * 1024 * 1024;

    private long characters;

    private RowSize() {}

    /**
     * Returns the value.
     *
     * @throws SqlException when it is larger than a row may be
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
