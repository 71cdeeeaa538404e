package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A fact about every document that can pass a query's filter: its value at a path is one of a few. It is necessary, not
 * sufficient: the query still filters.
 *
 * @param path the names of the properties from the document's root down, {@code c.a["b"]} being {@code [a, b]}
 * @param values strings, numbers, booleans and nulls, each once; empty if no document can pass
 */
public record Equality(List<String> path, List<JsonNode> values) {

    /**
     * A hash key of a value that is equal for exactly those values that {@code =} holds equal, such as 1 and 1.0. An index that
     * serves this fact has to file its documents under these keys.
     */
    public static Object key(JsonNode value) {
        return Values.key(value);
    }
}
