package io.dronedelivery.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Moves over text that {@link JsonCheck} has accepted. What it says of other text means nothing. */
final class JsonBytes {

    private JsonBytes() {}

    /** The index after the value that begins there. */
    static int endOfValue(byte[] text, int from) {
        byte first = text[from];
        if (first == '"') {
            return JsonString.end(text, from + 1, text.length);
        }
        return first == '{' || first == '[' ? endOfStructure(text, from) : endOfScalar(text, from);
    }

    private static int endOfStructure(byte[] text, int from) {
        int depth = 0;
        int at = from;
        do {
            switch (text[at]) {
                case '"' -> at = JsonString.end(text, at + 1, text.length);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0);
        return at;
    }

    private static int endOfScalar(byte[] text, int from) {
        int at = from;
        while (at < text.length && text[at] > ' ' && text[at] != ',' && text[at] != '}' && text[at] != ']') {
            at++;
        }
        return at;
    }

    /** The index of the value of a member whose name begins there, with the quotation mark. */
    static int valueOfMember(byte[] text, int endOfName) {
        // Space, a colon, space.
        return JsonCheck.skipSpace(text, JsonCheck.skipSpace(text, endOfName, text.length) + 1, text.length);
    }

    /** Whether the name of a member, without its quotation marks, is this one. */
    static boolean isName(byte[] text, int from, int to, byte[] name) {
        if (Arrays.equals(text, from, to, name, 0, name.length)) {
            return true;
        }
        return to - from > name.length
                && hasEscape(text, from, to)
                && Arrays.equals(string(text, from, to).getBytes(StandardCharsets.UTF_8), name);
    }

    private static boolean hasEscape(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** The characters of a string, given without its quotation marks. */
    static String string(byte[] text, int from, int to) {
        String raw = new String(text, from, to - from, StandardCharsets.UTF_8);
        int escape = raw.indexOf('\\');
        if (escape < 0) {
            return raw;
        }
        StringBuilder characters = new StringBuilder(raw.length());
        int at = 0;
        while (escape >= 0) {
            characters.append(raw, at, escape);
            char kind = raw.charAt(escape + 1);
            characters.append(kind == 'u' ? (char) Integer.parseInt(raw, escape + 2, escape + 6, 16) : unescaped(kind));
            at = escape + (kind == 'u' ? 6 : 2);
            escape = raw.indexOf('\\', at);
        }
        return characters.append(raw, at, raw.length()).toString();
    }

    private static char unescaped(char kind) {
        return switch (kind) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> kind;
        };
    }
}
