package io.dronedelivery.gateway.json;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether bytes are exactly one JSON value, without building anything from them.
 *
 * <p>One pass, no recursion: what is open is kept as one bit for each level. Nothing is accepted beyond the grammar: no byte order
 * mark, no comments, no trailing comma, no second value, no bytes that are not UTF-8. Escaped lone surrogates and repeated names are
 * within the grammar and pass.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format</a>
 */
public final class JsonCheck {

    private static final int VALID = -1;
    private static final int TOO_DEEP = -2;

    private final int maxDepth;

    /** @param maxDepth how many arrays and objects may be open at once; at least 1 */
    public JsonCheck(int maxDepth) {
        if (maxDepth < 1) {
            throw new IllegalArgumentException("maxDepth must be at least 1, is " + maxDepth);
        }
        this.maxDepth = maxDepth;
    }

    /**
     * @param bytes holds the text from its beginning
     * @param length how many of the bytes belong to the text
     * @return what is wrong, in words that follow "the body", or null when the text is one JSON value
     */
    public @Nullable String faultIn(byte[] bytes, int length) {
        int result = check(bytes, length);
        if (result == VALID) {
            return null;
        }
        if (result == TOO_DEEP) {
            return "is nested more than " + maxDepth + " levels deep";
        }
        if (length == 0) {
            return "is empty";
        }
        return result == length
                ? "ends before its JSON value does"
                : "is not exactly one JSON value, see byte " + result;
    }

    /** Returns {@link #VALID}, {@link #TOO_DEEP} or the index of the first byte that does not fit. */
    private int check(byte[] text, int end) {
        long[] objects = new long[(maxDepth >>> 6) + 1];
        int depth = 0;
        int at = skipSpace(text, 0, end);
        while (true) {
            if (at >= end) {
                return end;
            }
            byte first = text[at];
            if (first == '{' || first == '[') {
                if (depth == maxDepth) {
                    return TOO_DEEP;
                }
                boolean object = first == '{';
                depth++;
                mark(objects, depth, object);
                at = skipSpace(text, at + 1, end);
                boolean empty = at < end && text[at] == (object ? '}' : ']');
                if (!empty) {
                    at = object ? name(text, at, end) : at;
                    if (at < 0) {
                        return ~at;
                    }
                    continue;
                }
                at++;
                depth--;
            } else {
                at = scalar(text, at, end);
                if (at < 0) {
                    return ~at;
                }
            }
            // A value has ended: close what ends with it, then go on to the next one.
            while (true) {
                at = skipSpace(text, at, end);
                if (depth == 0) {
                    return at == end ? VALID : at;
                }
                if (at == end) {
                    return end;
                }
                boolean object = isMarked(objects, depth);
                byte next = text[at];
                if (next == ',') {
                    at = skipSpace(text, at + 1, end);
                    at = object ? name(text, at, end) : at;
                    if (at < 0) {
                        return ~at;
                    }
                    break;
                }
                if (next != (object ? '}' : ']')) {
                    return at;
                }
                at++;
                depth--;
            }
        }
    }

    private static void mark(long[] objects, int depth, boolean object) {
        long bit = 1L << depth;
        if (object) {
            objects[depth >>> 6] |= bit;
        } else {
            objects[depth >>> 6] &= ~bit;
        }
    }

    private static boolean isMarked(long[] objects, int depth) {
        return (objects[depth >>> 6] & (1L << depth)) != 0;
    }

    static int skipSpace(byte[] text, int from, int end) {
        int at = from;
        while (at < end) {
            byte c = text[at];
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return at;
            }
            at++;
        }
        return at;
    }

    /** Reads {@code "name" :} and what space there is; the index of the value, or the complement of the fault's index. */
    private static int name(byte[] text, int from, int end) {
        if (from >= end || text[from] != '"') {
            return ~Math.min(from, end);
        }
        int at = JsonString.end(text, from + 1, end);
        if (at < 0) {
            return at;
        }
        at = skipSpace(text, at, end);
        if (at >= end || text[at] != ':') {
            return ~at;
        }
        return skipSpace(text, at + 1, end);
    }

    private static int scalar(byte[] text, int at, int end) {
        return switch (text[at]) {
            case '"' -> JsonString.end(text, at + 1, end);
            case 't' -> literal(text, at, end, "true");
            case 'f' -> literal(text, at, end, "false");
            case 'n' -> literal(text, at, end, "null");
            default -> number(text, at, end);
        };
    }

    private static int literal(byte[] text, int from, int end, String literal) {
        for (int i = 1; i < literal.length(); i++) {
            if (from + i >= end || text[from + i] != literal.charAt(i)) {
                return ~Math.min(from + i, end);
            }
        }
        return from + literal.length();
    }

    private static int number(byte[] text, int from, int end) {
        int at = text[from] == '-' ? from + 1 : from;
        if (at < end && text[at] == '0') {
            at++;
        } else {
            at = digits(text, at, end);
        }
        if (at >= 0 && at < end && text[at] == '.') {
            at = digits(text, at + 1, end);
        }
        if (at >= 0 && at < end && (text[at] | 0x20) == 'e') {
            boolean signed = at + 1 < end && (text[at + 1] == '+' || text[at + 1] == '-');
            at = digits(text, signed ? at + 2 : at + 1, end);
        }
        return at;
    }

    private static int digits(byte[] text, int from, int end) {
        int at = from;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at == from ? ~at : at;
    }
}
