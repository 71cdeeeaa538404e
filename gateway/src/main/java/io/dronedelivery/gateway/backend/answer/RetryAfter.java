package io.dronedelivery.gateway.backend.answer;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
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

    private static @Nullable Duration untilDate(String date) {
        for (DateTimeFormatter form : Dates.FORMS) {
            try {
                return Duration.between(Instant.now(), form.parse(date, Instant::from));
            } catch (DateTimeException e) {
                // It may have another form.
            }
        }
        return null;
    }

    /** Made when the first date comes. */
    private static final class Dates {

        /** A year of two digits is the one that is at most 50 years from now. */
        private static final DateTimeFormatter RFC_850 = builder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(
                        ChronoField.YEAR, 2, 2, LocalDate.now(ZoneOffset.UTC).minusYears(49))
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);

        static final List<DateTimeFormatter> FORMS = List.of(
                        builder()
                                .appendPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'")
                                .toFormatter(Locale.ENGLISH),
                        RFC_850,
                        builder().appendPattern("EEE MMM ppd HH:mm:ss uuuu").toFormatter(Locale.ENGLISH))
                .stream()
                .map(form -> form.withZone(ZoneOffset.UTC).withResolverStyle(ResolverStyle.STRICT))
                .toList();

        private static DateTimeFormatterBuilder builder() {
            return new DateTimeFormatterBuilder();
        }
    }
}
