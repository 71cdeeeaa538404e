package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The ARRAY functions. They are undefined for any argument but an array. */
final class ArrayFunctions {

    /** The number of elements that fit into the longest text of a query. */
    private static final int LONGEST_ARRAY = 2 * 1024 * 1024;

    private ArrayFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                new BuiltIn("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
                new BuiltIn("ARRAY_LENGTH", 1, 1, ArrayFunctions::length),
                new BuiltIn("ARRAY_CONCAT", 2, Integer.MAX_VALUE, ArrayFunctions::concat),
                new BuiltIn("ARRAY_SLICE", 2, 3, ArrayFunctions::slice));
    }

    private static JsonNode contains(JsonNode[] arguments) {
        JsonNode array = arguments[0];
        JsonNode wanted = arguments[1];
        if (!array.isArray() || Values.isUndefined(wanted)) {
            return Values.UNDEFINED;
        }
        boolean partial = arguments.length == 3 && Values.isTrue(arguments[2]);
        for (JsonNode element : array) {
            if (partial ? matches(element, wanted) : Values.same(element, wanted)) {
                return Values.TRUE;
            }
        }
        return Values.FALSE;
    }

    /** True if the element has every property of the wanted object. Other values must be equal. */
    private static boolean matches(JsonNode element, JsonNode wanted) {
        if (!wanted.isObject() || !element.isObject()) {
            return Values.same(element, wanted);
        }
        for (Map.Entry<String, JsonNode> property : wanted.properties()) {
            JsonNode own = element.get(property.getKey());
            if (own == null || !matches(own, property.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static JsonNode length(JsonNode[] arguments) {
        return arguments[0].isArray() ? Values.integer(arguments[0].size()) : Values.UNDEFINED;
    }

    private static JsonNode concat(JsonNode[] arguments) {
        long elements = 0;
        for (JsonNode array : arguments) {
            if (!array.isArray()) {
                return Values.UNDEFINED;
            }
            elements += array.size();
        }
        checkLength(elements);
        ArrayNode all = JsonNodeFactory.instance.arrayNode((int) elements);
        for (JsonNode array : arguments) {
            array.forEach(all::add);
        }
        return all;
    }

    private static void checkLength(long elements) {
        if (elements > LONGEST_ARRAY) {
            throw new SqlException("The query makes an array of " + elements + " elements, and may make one of "
                    + LONGEST_ARRAY + " elements at most");
        }
    }

    /** @throws SqlException when the rows are too many or too large for an array */
    static JsonNode of(Iterator<JsonNode> rows) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (rows.hasNext()) {
            array.add(rows.next());
            checkLength(array.size());
        }
        return RowSize.checked(array);
    }

    /** The elements from a start, up to a length if there is one. A negative start counts from the end. */
    private static JsonNode slice(JsonNode[] arguments) {
        JsonNode array = arguments[0];
        if (!array.isArray() || !arguments[1].isNumber() || arguments.length == 3 && !arguments[2].isNumber()) {
            return Values.UNDEFINED;
        }
        int size = array.size();
        long start = (long) Numbers.toDouble(arguments[1]);
        long first = Math.max(0, start < 0 ? size + start : start);
        long count = arguments.length == 3 ? Math.min((long) Numbers.toDouble(arguments[2]), size) : size;
        ArrayNode slice = JsonNodeFactory.instance.arrayNode();
        for (long i = first; i < Math.min(first + count, size); i++) {
            slice.add(array.get((int) i));
        }
        return slice;
    }
}
