package io.dronedelivery.servicekit.edge;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The field Date of every answer, independent of its writer. Its text is made once a second. Any thread may call it; at the turn of a second
 * several may make the same text.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1">RFC 9110, section 6.6.1, Date</a>
 */
final class AnswerDate {

    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private static volatile Second last = new Second(-1, AsciiString.EMPTY_STRING);

    private AnswerDate() {}

    private record Second(long number, AsciiString text) {}

    /** Leaves one that is there, such as that of a backend. */
    static void addTo(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.DATE)) {
            headers.add(HttpHeaderNames.DATE, at(System.currentTimeMillis() / 1000));
        }
    }

    static AsciiString at(long second) {
        Second known = last;
        if (known.number() != second) {
            known = new Second(
                    second,
                    new AsciiString(FORM.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC))));
            last = known;
        }
        return known.text();
    }
}
