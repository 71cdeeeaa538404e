package io.dronedelivery.servicekit.edge;

import org.jspecify.annotations.Nullable;

/**
 * What a request is for: a path with or without a query, a URL of HTTP, or {@code *} for the options of the server as a whole.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112, 3.2, Request Target</a>
 */
final class RequestTarget {

    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final String FORM =
            "The request's target must be a path or a URL of HTTP, in ASCII and without a fragment.";
    private static final String UNFINISHED =
            "The request's target has a % that is not followed by two hexadecimal digits.";

    /** Which characters a path or a query may have besides {@code %}; brackets are for the query alone. */
    private static final boolean[] OF_URI = new boolean[128];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?[]"
                .chars()
                .forEach(c -> OF_URI[c] = true);
    }

    private RequestTarget() {}

    /** What is wrong with a target; null when it is valid. */
    static @Nullable String fault(String method, String target) {
        if (target.startsWith("/")) {
            return faultBehind(target, 0);
        }
        int host = begins(target, HTTP) ? HTTP.length() : begins(target, HTTPS) ? HTTPS.length() : -1;
        if (host > 0) {
            int end = endOfHost(target, host);
            return HostField.isValid(target.substring(host, end)) ? faultBehind(target, end) : FORM;
        }
        return target.equals("*") && method.equals("OPTIONS") ? null : FORM;
    }

    /**
     * A fragment is not part of any form of a target; some servers drop it, to others it belongs to the path. Bytes beyond ASCII are to one
     * server a character of UTF-8 and to another one two of Latin-1. What follows a semicolon in a path some servers drop, among them those
     * that look at the path to decide who may pass.
     */
    private static @Nullable String faultBehind(String target, int start) {
        boolean inQuery = false;
        for (int at = start; at < target.length(); at++) {
            char c = target.charAt(at);
            if (c == '#' || c > '~') {
                return FORM;
            }
            if (c == '%') {
                if (!isEncoded(target, at)) {
                    return UNFINISHED;
                }
            } else if (!OF_URI[c] || !inQuery && (c == '[' || c == ']')) {
                return c <= ' '
                        ? FORM
                        : "The request's target has the character " + c + " where it has to be percent-encoded.";
            } else if (c == ';' && !inQuery) {
                return "The request's path must not have a semicolon; as a part of a value it has to be percent-encoded.";
            }
            inQuery |= c == '?';
        }
        return null;
    }

    private static boolean isEncoded(String target, int at) {
        return at + 2 < target.length() && isHex(target.charAt(at + 1)) && isHex(target.charAt(at + 2));
    }

    private static boolean isHex(char c) {
        return c < 128 && Character.digit(c, 16) >= 0;
    }

    private static boolean begins(String target, String scheme) {
        return target.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    private static int endOfHost(String target, int start) {
        int at = start;
        while (at < target.length() && target.charAt(at) != '/' && target.charAt(at) != '?') {
            at++;
        }
        return at;
    }
}
