package io.dronedelivery.gateway.backend.instance;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long a backend says that it keeps an idle connection: {@code Keep-Alive: timeout=5, max=100}.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2068#section-19.7.1.1">RFC 2068, section 19.7.1.1, the Keep-Alive header</a>
 */
final class KeepAlive {

    private static final AsciiString NAME = AsciiString.cached("keep-alive");
    private static final String TIMEOUT = "timeout=";
    private static final int MAX_DIGITS = 6;

    private KeepAlive() {}

    /**
     * For how long the connection may be used again, in nanoseconds; -1 when nothing is said. It ends a second before the backend's time,
     * or after half of a shorter one: a request needs time to arrive, and the backend's clock began when it had written its answer.
     */
    static long nanos(HttpHeaders answer) {
        String header = answer.get(NAME);
        return header == null ? -1 : nanos(header);
    }

    private static long nanos(String header) {
        for (String parameter : header.split(",", -1)) {
            String digits = digits(parameter.trim().toLowerCase(Locale.ROOT));
            if (digits != null) {
                long seconds = digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Long.parseLong(digits);
                return seconds < 2 ? TimeUnit.SECONDS.toNanos(seconds) / 2 : TimeUnit.SECONDS.toNanos(seconds - 1);
            }
        }
        return -1;
    }

    private static @Nullable String digits(String parameter) {
        if (!parameter.startsWith(TIMEOUT)) {
            return null;
        }
        String value = parameter.substring(TIMEOUT.length()).replace("\"", "").trim();
        return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9') ? value : null;
    }
}
