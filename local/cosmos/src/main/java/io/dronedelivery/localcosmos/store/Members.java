package io.dronedelivery.localcosmos.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Finds the members of a JSON object in its bytes. Only for bytes that are known to be one valid object: it reads brackets, quotes and
 * commas alone, several times as fast as a parser that also reads the values.
 */
final class Members {
    private static final int NUMBERS = 4; // start and end of the name, start and end of the value

    private final byte[] json;
    private int[] places = new int[16 * NUMBERS];
    private int count;
    private boolean escaped;

    Members(byte[] json) {
        this.json = json;
        int at = spaceAfter(1); // the bytes begin with a brace
        while (json[at] != '}') {
            int nameEnd = stringEnd(at);
            escaped |= hasEscape(at, nameEnd);
            int value = spaceAfter(spaceAfter(nameEnd) + 1); // behind the colon
            int valueEnd = valueEnd(value);
            add(at + 1, nameEnd - 1, value, valueEnd);
            at = spaceAfter(valueEnd);
            if (json[at] == ',') {
                at = spaceAfter(at + 1);
            }
        }
    }

    /** Whether a name contains escapes, so that it cannot be found by its characters. */
    boolean hasEscapedNames() {
        return escaped;
    }

    /** Returns the bytes of the value, or null without such a member. The last of several members counts, as for a parser. */
    byte @Nullable [] value(String name) {
        for (int i = count - NUMBERS; i >= 0; i -= NUMBERS) {
            if (isNamed(i, name)) {
                return Arrays.copyOfRange(json, places[i + 2], places[i + 3]);
            }
        }
        return null;
    }

    /** Returns the value as a tree, or a missing node. */
    JsonNode node(String name) {
        if (escaped) {
            return Json.readObject(json).path(name);
        }
        byte[] value = value(name);
        return value == null ? MissingNode.getInstance() : Json.readTree(value);
    }

    private void add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
        }
        places[count] = nameFrom;
        places[count + 1] = nameTo;
        places[count + 2] = valueFrom;
        places[count + 3] = valueTo;
        count += NUMBERS;
    }

    /** Compares ASCII in place. A name with other characters never equals here, and the caller uses a parser. */
    private boolean isNamed(int member, String name) {
        int from = places[member];
        if (places[member + 1] - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (json[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int spaceAfter(int at) {
        while (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t') {
            at++;
        }
        return at;
    }

    private int valueEnd(int from) {
        return switch (json[from]) {
            case '"' -> stringEnd(from);
            case '{', '[' -> containerEnd(from);
            default -> literalEnd(from);
        };
    }

    private int stringEnd(int from) {
        int at = from + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private int containerEnd(int from) {
        int depth = 0;
        int at = from;
        do {
            switch (json[at]) {
                case '"' -> at = stringEnd(at) - 1;
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            at++;
        } while (depth > 0);
        return at;
    }

    private int literalEnd(int from) {
        int at = from;
        while (json[at] != ',' && json[at] != '}' && json[at] > ' ') {
            at++;
        }
        return at;
    }

    private boolean hasEscape(int from, int to) {
        for (int i = from; i < to; i++) {
            if (json[i] == '\\') {
                return true;
            }
        }
        return false;
    }
}
