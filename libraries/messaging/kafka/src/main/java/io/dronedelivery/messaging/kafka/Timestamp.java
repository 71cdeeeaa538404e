package io.dronedelivery.messaging.kafka;

import io.cloudevents.types.Time;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Writes times as the text of attributes. Each event has one, and a general formatter takes as long for it as all other attributes
 * together.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc3339#section-5.6">RFC 3339</a>
 */
final class Timestamp {

    private static final int LONGEST_YEAR = 9_999;
    private static final byte[] SECONDS = "yyyy-MM-ddTHH:mm:ss".getBytes(StandardCharsets.US_ASCII);
    private static final int WITH_NANOS_AND_ZONE = SECONDS.length + ".123456789Z".length();

    private Timestamp() {}

    /** The time in ASCII, with as many fractional digits of the second as it has. */
    static byte[] of(OffsetDateTime time) {
        if (!time.getOffset().equals(ZoneOffset.UTC) || time.getYear() < 0 || time.getYear() > LONGEST_YEAR) {
            return Time.writeTime(time).getBytes(StandardCharsets.US_ASCII);
        }
        byte[] text = Arrays.copyOf(SECONDS, WITH_NANOS_AND_ZONE);
        digits(text, 0, 4, time.getYear());
        digits(text, 5, 2, time.getMonthValue());
        digits(text, 8, 2, time.getDayOfMonth());
        digits(text, 11, 2, time.getHour());
        digits(text, 14, 2, time.getMinute());
        digits(text, 17, 2, time.getSecond());
        int length = fraction(text, time.getNano());
        text[length] = 'Z';
        return Arrays.copyOf(text, length + 1);
    }

    /** @return the end of the fraction in the text */
    private static int fraction(byte[] text, int nanos) {
        if (nanos == 0) {
            return SECONDS.length;
        }
        text[SECONDS.length] = '.';
        digits(text, SECONDS.length + 1, 9, nanos);
        int end = SECONDS.length + 10;
        while (text[end - 1] == '0') {
            end--;
        }
        return end;
    }

    private static void digits(byte[] text, int start, int count, int number) {
        int rest = number;
        for (int place = start + count - 1; place >= start; place--) {
            text[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
