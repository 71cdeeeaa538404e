package io.dronedelivery.servicekit.telemetry;

import java.util.regex.Pattern;

/**
 * An access token in the query of a request. No server reads a token there, but a caller may send a valid one, and a reader of the telemetry
 * could use it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6750#section-2.3">RFC 6750, section 2.3</a>
 */
public final class TokenInQuery {

    private static final String LAST_LETTERS = "token";

    /** The parameter of exactly this name, also with percent-encoded characters. */
    private static final Pattern PARAMETER = Pattern.compile("(?<=^|&)(" + anyForm("access_token") + "=)[^&]*");

    private TokenInQuery() {}

    private static String anyForm(String name) {
        StringBuilder pattern = new StringBuilder();
        for (char letter : name.toCharArray()) {
            pattern.append(String.format("(?:%c|%%(?i:%02x))", letter, (int) letter));
        }
        return pattern.toString();
    }

    /** @param query of a request, percent-encoded */
    public static boolean isIn(String query) {
        return mayHave(query) && PARAMETER.matcher(query).find();
    }

    /**
     * The query for telemetry, without the token.
     *
     * @param query of a request, percent-encoded
     */
    public static String redacted(String query) {
        return mayHave(query) ? PARAMETER.matcher(query).replaceAll("$1REDACTED") : query;
    }

    /** Most queries do not. */
    private static boolean mayHave(String query) {
        return query.indexOf('%') >= 0 || query.contains(LAST_LETTERS);
    }
}
