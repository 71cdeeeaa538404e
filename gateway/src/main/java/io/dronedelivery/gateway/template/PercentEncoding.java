package io.dronedelivery.gateway.template;

import java.nio.charset.StandardCharsets;

/**
 * Writes values into URIs.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc3986#section-2">RFC 3986, section 2</a>
 */
final class PercentEncoding {

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();
    private static final boolean[] UNRESERVED = new boolean[128];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
                .chars()
                .forEach(c -> UNRESERVED[c] = true);
    }

    private PercentEncoding() {}

    /** Appends a value so that it is only data, in a path segment as well as in a query: all but unreserved characters are encoded. */
    static void append(String value, StringBuilder uri) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= 128 || !UNRESERVED[c]) {
                appendEncoded(value, i, uri);
                return;
            }
        }
        uri.append(value);
    }

    private static void appendEncoded(String value, int plain, StringBuilder uri) {
        uri.append(value, 0, plain);
        for (byte b : value.substring(plain).getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0 && UNRESERVED[b]) {
                uri.append((char) b);
            } else {
                uri.append('%').append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
            }
        }
    }
}
