package io.dronedelivery.gateway.backend;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Retry-After header of a backend.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110, section 10.2.3</a>
 */
final class RetryAfter {

    private static final Duration MAX = Duration.ofHours(1);
    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    /** The wait asked for, at most an hour; null when there is no header or it cannot be read. */
    static @Nullable Duration parse(@Nullable String header) {
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

    private static @Nullable Duration untilDate(String date) {
        try {
            Instant at = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
            return Duration.between(Instant.now(), at);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
