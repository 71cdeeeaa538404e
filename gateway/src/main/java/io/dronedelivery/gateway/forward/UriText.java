package io.dronedelivery.gateway.forward;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URI reference as backends write it. Characters that a URI cannot hold are percent-encoded, so that they do not decide whether a reference is
 * passed on.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc3986#section-2">RFC 3986, section 2, Characters</a>
 */
final class UriText {

    private static final String ALLOWED = "-._~:/?@!$&'()*+,;=";
    private static final String HEX = "0123456789ABCDEF";

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(:\\d*)?");

    private UriText() {}

    /**
     * The reference in the characters of a URI, the same one when it has no others.
     *
     * @param reference each of whose characters stands for a byte, as in a header
     */
    static String encoded(String reference) {
        int authority = startOfAuthority(reference);
        int pathFrom = authority < 0 ? 0 : endOfAuthority(reference, authority);
        StringBuilder text = null;
        boolean inFragment = false;
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            boolean stays = isAllowed(c)
                    || c == '%' && isHex(reference, i + 1) && isHex(reference, i + 2)
                    || c == '#' && !inFragment
                    || (c == '[' || c == ']') && i < pathFrom;
            inFragment |= c == '#';
            if (!stays && text == null) {
                text = new StringBuilder(reference.length() + 16).append(reference, 0, i);
            }
            if (text != null) {
                append(text, c, stays);
            }
        }
        return text == null ? reference : text.toString();
    }

    private static void append(StringBuilder text, char c, boolean asItIs) {
        if (asItIs) {
            text.append(c);
        } else if (c < 256) {
            text.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        } else {
            for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                text.append('%').append(HEX.charAt((b & 0xff) >> 4)).append(HEX.charAt(b & 15));
            }
        }
    }

    private static boolean isAllowed(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || ALLOWED.indexOf(c) >= 0;
    }

    private static boolean isHex(String text, int at) {
        return at < text.length() && HEX.indexOf(Character.toUpperCase(text.charAt(at))) >= 0;
    }

    /** Whether it names neither a scheme nor an authority, so that it is below the address that the caller has called. */
    static boolean isOfSameOrigin(String reference) {
        return !reference.startsWith("//") && !SCHEME.matcher(reference).lookingAt();
    }

    /** The host in lower case; null when there is none, or none that everybody reads alike. */
    static @Nullable String host(String reference) {
        int from = startOfAuthority(reference);
        if (from < 0) {
            return null;
        }
        Matcher host = HOST.matcher(reference.substring(from, endOfAuthority(reference, from)));
        return host.matches() ? host.group(1).toLowerCase(Locale.ROOT) : null;
    }

    /** Where the authority begins, behind {@code //} or {@code scheme://}; -1 when there is none. */
    static int startOfAuthority(String reference) {
        Matcher scheme = SCHEME.matcher(reference);
        int slashes = scheme.lookingAt() ? scheme.end() : 0;
        return reference.startsWith("//", slashes) ? slashes + 2 : -1;
    }

    static int endOfAuthority(String reference, int from) {
        int end = from;
        while (end < reference.length() && "/?#".indexOf(reference.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
