package io.dronedelivery.gateway.settings;

import java.util.regex.Pattern;

/**
 * The syntax of a header's name.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2">RFC 9110, section 5.6.2, Tokens</a>
 */
public final class HeaderNames {

    static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

    private static final Pattern PATTERN = Pattern.compile(TOKEN);

    private HeaderNames() {}

    public static boolean isName(String text) {
        return PATTERN.matcher(text).matches();
    }
}
