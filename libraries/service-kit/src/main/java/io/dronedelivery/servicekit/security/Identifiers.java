package io.dronedelivery.servicekit.security;

import java.util.regex.Pattern;

/**
 * What an identifier is, for input that no validator looks at, such as the data of an event: 1 to 64 of A to Z, a to z, digits, dots,
 * underscores and hyphens. One or two dots alone are not allowed: in a path they lead elsewhere, so a thing of this name could not be requested.
 *
 * @see Identifier
 */
public final class Identifiers {

    /** The message about a text that is not an identifier; it follows the name of the field. */
    public static final String RULE = "must be 1 to 64 of the characters A-Z a-z 0-9 . _ - and not '.' or '..'";

    static final String REGEXP = "(?!\\.{1,2}\\z)[A-Za-z0-9._-]{1,64}";

    private static final Pattern PATTERN = Pattern.compile(REGEXP);

    private Identifiers() {}

    public static boolean isIdentifier(String text) {
        return PATTERN.matcher(text).matches();
    }
}
