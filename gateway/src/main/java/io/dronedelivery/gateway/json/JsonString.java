package io.dronedelivery.gateway.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The inside of a JSON string: plain bytes eight at a time, escapes and UTF-8 sequences one by one. */
final class JsonString {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private JsonString() {}

    /**
     * @param from the index after the opening quotation mark
     * @return the index after the closing one, or the complement of the index of the first byte that does not fit
     */
    static int end(byte[] text, int from, int end) {
        int at = from;
        while (true) {
            at = skipPlain(text, at, end);
            if (at >= end) {
                return ~end;
            }
            byte c = text[at];
            if (c == '"') {
                return at + 1;
            }
            if (c == '\\') {
                at = escape(text, at + 1, end);
            } else if (c < 0) {
                at = sequence(text, at, end);
            } else if (c < ' ') {
                return ~at;
            } else {
                at++;
            }
            if (at < 0) {
                return at;
            }
        }
    }

    /** Goes to the next byte that is a control character, a quotation mark, a backslash or beyond ASCII, or near the end. */
    private static int skipPlain(byte[] text, int from, int end) {
        int at = from;
        while (at + 8 <= end) {
            long eight = (long) EIGHT.get(text, at);
            long quote = eight ^ (ONES * '"');
            long backslash = eight ^ (ONES * '\\');
            // The highest bit of a byte is set where it underflows; the lowest byte so marked is never marked by a
            // borrow alone.
            long special = ((quote - ONES) | (backslash - ONES) | (eight - ONES * ' ') | eight) & TOPS;
            if (special != 0) {
                return at + (Long.numberOfTrailingZeros(special) >>> 3);
            }
            at += 8;
        }
        return at;
    }

    private static int escape(byte[] text, int at, int end) {
        if (at >= end) {
            return ~end;
        }
        return switch (text[at]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
            case 'u' -> hex(text, at + 1, end);
            default -> ~at;
        };
    }

    private static int hex(byte[] text, int from, int end) {
        for (int at = from; at < from + 4; at++) {
            if (at >= end) {
                return ~end;
            }
            if (Character.digit(text[at], 16) < 0) {
                return ~at;
            }
        }
        return from + 4;
    }

    /**
     * One character beyond ASCII.
     *
     * @see <a href="https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf">The Unicode Standard, table 3-7, Well-Formed UTF-8</a>
     */
    private static int sequence(byte[] text, int at, int end) {
        int lead = text[at] & 0xff;
        if (lead >= 0xc2 && lead <= 0xdf) {
            return continuation(text, at + 1, end, 1, 0x80, 0xbf);
        }
        if (lead >= 0xe0 && lead <= 0xef) {
            // E0 would allow overlong forms, ED the surrogates.
            return continuation(text, at + 1, end, 2, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
        }
        if (lead >= 0xf0 && lead <= 0xf4) {
            return continuation(text, at + 1, end, 3, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
        }
        return ~at;
    }

    /** {@code count} continuation bytes, the first of them within narrower bounds. */
    private static int continuation(byte[] text, int from, int end, int count, int lowest, int highest) {
        for (int i = 0; i < count; i++) {
            if (from + i >= end) {
                return ~end;
            }
            int next = text[from + i] & 0xff;
            if (next < (i == 0 ? lowest : 0x80) || next > (i == 0 ? highest : 0xbf)) {
                return ~(from + i);
            }
        }
        return from + count;
    }
}
