package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

/** The values of the query language: JSON and {@code undefined}, with numbers as IEEE doubles. */
final class Values {

    /** The value of a missing property, and of an operation on the wrong types. */
    static final JsonNode UNDEFINED = MissingNode.getInstance();

    static final JsonNode TRUE = BooleanNode.TRUE;
    static final JsonNode FALSE = BooleanNode.FALSE;

    /** ORDER BY: first by type (undefined, null, boolean, number, string, array, object), then by value. */
    static final Comparator<JsonNode> ORDER = Values::order;

    /** An answer is a page of 4 MB. Without a limit a few nested functions could fill any heap. */
    private static final int LONGEST_TEXT = 4 * 1024 * 1024;

    private static final int ABSENT = 0;
    private static final int NULL = 1;
    private static final int BOOLEAN = 2;
    private static final int NUMBER = 3;
    private static final int STRING = 4;
    private static final int ARRAY = 5;
    private static final int OBJECT = 6;

    private Values() {}

    static JsonNode bool(boolean value) {
        return value ? TRUE : FALSE;
    }

    /**
     * Must be called before a text is built.
     *
     * @throws SqlException when the text would be too long
     */
    static void checkLength(long characters) {
        if (characters > LONGEST_TEXT) {
            throw new SqlException("The query makes a text of " + characters + " characters, and may make one of "
                    + LONGEST_TEXT + " characters at most");
        }
    }

    static JsonNode text(String value) {
        return StringNode.valueOf(value);
    }

    /** The JSON number of a double. Whole numbers have no fraction; NaN and infinities are undefined. */
    static JsonNode number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 0x1p63) {
            return integer((long) value);
        }
        return Double.isFinite(value) ? DoubleNode.valueOf(value) : UNDEFINED;
    }

    static JsonNode integer(long value) {
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    static boolean isUndefined(JsonNode value) {
        return value.isMissingNode();
    }

    static boolean isTrue(JsonNode value) {
        return value == TRUE;
    }

    static boolean isPrimitive(JsonNode value) {
        return value.isValueNode();
    }

    /** Equality of two defined values. Values of different types differ, numbers are equal by value, objects in any order of members. */
    @SuppressWarnings("ReferenceEquality") // rows share parts of documents
    static boolean same(JsonNode a, JsonNode b) {
        if (a == b) {
            return true;
        }
        if (a.isNumber()) {
            return b.isNumber() && Numbers.toDouble(a) == Numbers.toDouble(b);
        }
        if (a.isArray()) {
            return b.isArray() && sameElements(a, b);
        }
        if (a.isObject()) {
            return b.isObject() && sameProperties(a, b);
        }
        return a.equals(b);
    }

    private static boolean sameElements(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameProperties(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> property : a.properties()) {
            JsonNode other = b.get(property.getKey());
            if (other == null || !same(property.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    /** True if {@code <} and the other orderings are defined: for two booleans, two numbers, two strings or two nulls. */
    static boolean comparable(JsonNode a, JsonNode b) {
        int rank = rank(a);
        return rank == rank(b) && rank >= NULL && rank <= STRING;
    }

    /** A key for hash maps that is equal for equal values. */
    static Object key(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isNumber()) {
            return Numbers.toDouble(value) + 0.0; // -0.0 becomes 0.0; Double.equals distinguishes them
        }
        if (value.isArray()) {
            List<Object> keys = new ArrayList<>(value.size());
            value.forEach(element -> keys.add(key(element)));
            return keys;
        }
        if (value.isObject()) {
            Map<String, Object> keys = new HashMap<>();
            value.forEachEntry((name, property) -> keys.put(name, key(property)));
            return keys;
        }
        return value;
    }

    private static int rank(JsonNode value) {
        return switch (value.getNodeType()) {
            case MISSING -> ABSENT;
            case NULL -> NULL;
            case BOOLEAN -> BOOLEAN;
            case NUMBER -> NUMBER;
            case STRING, BINARY, POJO -> STRING;
            case ARRAY -> ARRAY;
            case OBJECT -> OBJECT;
        };
    }

    private static int order(JsonNode a, JsonNode b) {
        int rank = rank(a);
        int byType = Integer.compare(rank, rank(b));
        if (byType != 0) {
            return byType;
        }
        return switch (rank) {
            case BOOLEAN -> Boolean.compare(a.booleanValue(), b.booleanValue());
            case NUMBER -> Double.compare(Numbers.toDouble(a) + 0.0, Numbers.toDouble(b) + 0.0);
            case STRING -> a.stringValue().compareTo(b.stringValue());
            // Azure documents no order among arrays or objects. Any fixed order makes paging possible.
            case ARRAY, OBJECT -> a.toString().compareTo(b.toString());
            default -> 0;
        };
    }
}
