package io.dronedelivery.servicekit.telemetry;

import java.util.regex.Pattern;

/**
 * The query of a request, as a span has it: without an access token. Nobody reads one there, but a caller may send one that holds, and
 * whoever reads the telemetry could use it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6750#section-2.3">RFC 6750, section 2.3</a>
 */
public final class SpanQuery {

    private static final String TOKEN = "access_token=";
    private static final Pattern VALUE = Pattern.compile(TOKEN + "[^&]*");

    private SpanQuery() {}

    /** @param query of a request, percent-encoded */
    public static String of(String query) {
        return query.contains(TOKEN) ? VALUE.matcher(query).replaceAll(TOKEN + "REDACTED") : query;
    }
}
