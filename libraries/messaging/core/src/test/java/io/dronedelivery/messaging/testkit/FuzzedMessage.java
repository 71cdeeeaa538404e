package io.dronedelivery.messaging.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message made of any bytes: lines {@code name=value} up to an empty one, then the body.
 *
 * @param headers by name
 * @param body what is behind the empty line
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FuzzedMessage(Map<String, String> headers, byte[] body) {

    public static FuzzedMessage of(byte[] input) {
        Map<String, String> headers = new LinkedHashMap<>();
        int at = 0;
        while (at < input.length && input[at] != '\n') {
            int end = at;
            while (end < input.length && input[end] != '\n') {
                end++;
            }
            String line = new String(input, at, end - at, StandardCharsets.UTF_8);
            int equals = line.indexOf('=');
            headers.put(equals < 0 ? line : line.substring(0, equals), equals < 0 ? "" : line.substring(equals + 1));
            at = Math.min(end + 1, input.length);
        }
        return new FuzzedMessage(headers, Arrays.copyOfRange(input, Math.min(at + 1, input.length), input.length));
    }

    /** A refusal is for the one who sent the message; what only tells of a slip in the reader is none. */
    public static void assertIsAReason(RuntimeException refusal) {
        assertThat(refusal)
                .isNotInstanceOfAny(
                        NullPointerException.class, IndexOutOfBoundsException.class, ClassCastException.class)
                .hasMessageMatching("(?s).{10,}");
    }
}
