package io.dronedelivery.gateway.backend.answer;

import java.time.DateTimeException;
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
 * Dates of HTTP, in the usual form and in both obsolete ones.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110, section 5.6.7, date/time formats</a>
 */
public final class HttpDates {

    /** A year of two digits is the one that is at most 50 years from now. */
    private static final DateTimeFormatter RFC_850 = builder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(
                    ChronoField.YEAR, 2, 2, LocalDate.now(ZoneOffset.UTC).minusYears(49))
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ENGLISH);

    private static final List<DateTimeFormatter> FORMS = List.of(
                    builder().appendPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'").toFormatter(Locale.ENGLISH),
                    RFC_850,
                    builder().appendPattern("EEE MMM ppd HH:mm:ss uuuu").toFormatter(Locale.ENGLISH))
            .stream()
            .map(form -> form.withZone(ZoneOffset.UTC).withResolverStyle(ResolverStyle.STRICT))
            .toList();

    private static DateTimeFormatterBuilder builder() {
        return new DateTimeFormatterBuilder();
    }

    private HttpDates() {}

    /** Null for a text that is no date. */
    public static @Nullable Instant parse(String text) {
        for (DateTimeFormatter form : FORMS) {
            try {
                return form.parse(text, Instant::from);
            } catch (DateTimeException e) {
                // It may have another form.
            }
        }
        return null;
    }
}
