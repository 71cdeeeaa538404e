package io.dronedelivery.gateway.backend.answer;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Retry-After header of a backend: seconds, or one of the three forms of a date that a recipient has to understand.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110, section 10.2.3, Retry-After</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110, section 5.6.7, dates</a>
 */
public final class RetryAfter {

    private static final Duration MAX = Duration.ofHours(1);
    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    /** The wait asked for, at most an hour; null when there is no header or it cannot be read. */
    public static @Nullable Duration parse(@Nullable String header) {
        if (header == null || header.isBlank()) {
            return null;
        }
        String value = header.trim();
        Duration wait = value.chars().allMatch(c -> c >= '0' && c <= '9') ? seconds(value) : untilDate(value);
        if (wait == null || wait.compareTo(MAX) <= 0) {
            return wait != null && wait.isNegative() ? Duration.ZERO : wait;
        }
        return MAX;
    }

    private static Duration seconds(String digits) {
        return digits.length() > MAX_DIGITS ? MAX : Duration.ofSeconds(Long.parseLong(digits));
    }

    private static @Nullable Duration untilDate(String text) {
        Instant date = HttpDates.parse(text);
        return date == null ? null : Duration.between(Instant.now(), date);
    }
}
