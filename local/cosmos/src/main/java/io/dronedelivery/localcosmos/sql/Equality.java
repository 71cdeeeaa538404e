package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A condition for every document that can pass a query's filter: its value at a path is one of a few. It is necessary, not sufficient, so
 * the query still filters.
 *
 * @param path the names of the properties from the document's root down; {@code c.a["b"]} is {@code [a, b]}
 * @param values strings, numbers, booleans and nulls, each once; empty if no document can pass
 */
public record Equality(List<String> path, List<JsonNode> values) {

    /**
     * A hash key of a value. Keys are equal exactly for values that {@code =} treats as equal, such as 1 and 1.0. An index for this
     * condition must store its documents under these keys.
     */
    public static Object key(JsonNode value) {
        return Values.key(value);
    }
}
