package io.dronedelivery.drone.telemetry;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Events as lines. Each line is a CloudEvent in JSON format without line feeds inside. A line is begun, gets its attributes and its data,
 * and is ended. Owned by one thread at a time.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md">CloudEvents: JSON event format</a>
 */
final class LineBuffer {

    static final String REJECTED = "rejectedreason";

    private static final byte[] DATA = ascii("\"data\":");
    private static final byte[] DATA_BASE64 = ascii("\"data_base64\":\"");
    private static final int MOST_NAMES = 100;
    private static final String HEX = "0123456789abcdef";

    private static final Map<String, byte[]> BEGINNINGS = new ConcurrentHashMap<>();

    private byte[] bytes;
    private int length;
    private int lineBegin;
    private int lines;

    LineBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int lines() {
        return lines;
    }

    void begin() {
        lineBegin = length;
        put('{');
    }

    void cancel() {
        length = lineBegin;
    }

    /** @param value in UTF-8; invalid bytes are replaced, so that the file stays readable */
    void attribute(String name, byte[] value) {
        comma();
        append(beginning(name));
        for (byte b :
                isAscii(value) ? value : new String(value, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                put('\\');
                put(b);
            } else if (b >= 0 && b < ' ') {
                append(new byte[] {'\\', 'u', '0', '0', (byte) HEX.charAt(b >> 4), (byte) HEX.charAt(b & 15)});
            } else {
                put(b);
            }
        }
        put('"');
    }

    private static boolean isAscii(byte[] value) {
        for (byte b : value) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    void attribute(String name, String value) {
        attribute(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** @param json one valid JSON value; line feeds in it can only be white space between its tokens */
    void json(byte[] json) {
        comma();
        append(DATA);
        int begin = length;
        append(json);
        for (int i = begin; i < length; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                bytes[i] = ' ';
            }
        }
    }

    void base64(byte[] data) {
        comma();
        append(DATA_BASE64);
        append(Base64.getEncoder().encode(data));
        put('"');
    }

    void end() {
        put('}');
        put('\n');
        lines++;
    }

    private void comma() {
        if (length > lineBegin + 1) {
            put(',');
        }
    }

    /**
     * The beginning of an attribute. The same few names recur in all messages. The cache is bounded, because a publisher may send any
     * names.
     */
    private static byte[] beginning(String name) {
        byte[] known = BEGINNINGS.get(name);
        if (known == null) {
            known = ascii('"' + name + "\":\"");
            if (BEGINNINGS.size() < MOST_NAMES) {
                BEGINNINGS.put(name, known);
            }
        }
        return known;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void put(int b) {
        room(1);
        bytes[length++] = (byte) b;
    }

    private void append(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
