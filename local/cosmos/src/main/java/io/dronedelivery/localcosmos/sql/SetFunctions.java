package io.dronedelivery.localcosmos.sql;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The functions that read arrays as sets, and those that choose among values. They are undefined for arguments of other types. */
final class SetFunctions {

    private SetFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                new BuiltIn("ARRAY_CONTAINS_ANY", 2, Integer.MAX_VALUE, a -> contains(a, Values.TRUE, Values.FALSE)),
                new BuiltIn("ARRAY_CONTAINS_ALL", 2, Integer.MAX_VALUE, a -> contains(a, Values.FALSE, Values.TRUE)),
                new BuiltIn("SETINTERSECT", 2, 2, SetFunctions::intersection),
                new BuiltIn("SETUNION", 2, 2, SetFunctions::union),
                new BuiltIn("OBJECTTOARRAY", 1, 3, SetFunctions::pairs),
                new BuiltIn("CHOOSE", 2, Integer.MAX_VALUE, SetFunctions::choose),
                new BuiltIn("DOCUMENTID", 1, 1, SetFunctions::documentId));
    }

    /** The OR or the AND of whether the array has each value. As in three-valued logic, only a decisive value outweighs undefined. */
    private static JsonNode contains(JsonNode[] arguments, JsonNode decisive, JsonNode neutral) {
        if (!arguments[0].isArray()) {
            return Values.UNDEFINED;
        }
        Set<Object> elements = keys(arguments[0]);
        JsonNode result = neutral;
        for (int i = 1; i < arguments.length; i++) {
            if (Values.isUndefined(arguments[i])) {
                result = Values.UNDEFINED;
            } else if (Values.bool(elements.contains(Values.key(arguments[i]))) == decisive) {
                return decisive;
            }
        }
        return result;
    }

    private static Set<Object> keys(JsonNode array) {
        Set<Object> keys = new HashSet<>();
        array.forEach(element -> keys.add(Values.key(RowSize.checked(element))));
        return keys;
    }

    /** The elements of the second array that the first one has, too. */
    private static JsonNode intersection(JsonNode[] arguments) {
        if (!arguments[0].isArray() || !arguments[1].isArray()) {
            return Values.UNDEFINED;
        }
        Set<Object> left = keys(arguments[0]);
        ArrayNode both = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : arguments[1]) {
            if (left.remove(Values.key(RowSize.checked(element)))) {
                both.add(element);
            }
        }
        return both;
    }

    private static JsonNode union(JsonNode[] arguments) {
        if (!arguments[0].isArray() || !arguments[1].isArray()) {
            return Values.UNDEFINED;
        }
        Set<Object> known = new HashSet<>();
        ArrayNode either = JsonNodeFactory.instance.arrayNode();
        for (JsonNode array : arguments) {
            for (JsonNode element : array) {
                if (known.add(Values.key(RowSize.checked(element)))) {
                    either.add(element);
                }
            }
        }
        return either;
    }

    private static JsonNode pairs(JsonNode[] arguments) {
        for (int i = 1; i < arguments.length; i++) {
            if (!arguments[i].isString()) {
                return Values.UNDEFINED;
            }
        }
        if (!arguments[0].isObject()) {
            return Values.UNDEFINED;
        }
        String name = arguments.length > 1 ? arguments[1].stringValue() : "k";
        String value = arguments.length > 2 ? arguments[2].stringValue() : "v";
        ArrayNode pairs = JsonNodeFactory.instance.arrayNode();
        for (Map.Entry<String, JsonNode> property : arguments[0].properties()) {
            pairs.addObject().put(name, property.getKey()).set(value, property.getValue());
        }
        return pairs;
    }

    private static JsonNode choose(JsonNode[] arguments) {
        Long index = Numbers.whole(arguments[0]);
        return index == null || index < 1 || index >= arguments.length
                ? Values.UNDEFINED
                : arguments[Math.toIntExact(index)];
    }

    /** The number of a document in its partition: the last eight bytes of its {@code _rid}. */
    private static JsonNode documentId(JsonNode[] arguments) {
        JsonNode rid = arguments[0].path("_rid");
        try {
            byte[] id = Base64.getDecoder().decode(rid.asString("").replace('-', '/'));
            return id.length == 16
                    ? Values.integer(Long.reverseBytes(ByteBuffer.wrap(id).getLong(8)))
                    : Values.UNDEFINED;
        } catch (IllegalArgumentException notBase64) {
            return Values.UNDEFINED;
        }
    }
}
