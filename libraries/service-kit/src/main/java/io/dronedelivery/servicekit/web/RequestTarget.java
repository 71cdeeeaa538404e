package io.dronedelivery.servicekit.web;

/**
 * What a request is for: a path with or without a query, a URL of HTTP, or {@code *} for the options of the server as a whole.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112, 3.2, Request Target</a>
 */
final class RequestTarget {

    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    private RequestTarget() {}

    static boolean isValid(String method, String target) {
        return isOfUri(target)
                && (target.startsWith("/") || isUrl(target) || target.equals("*") && method.equals("OPTIONS"));
    }

    /**
     * A fragment is not part of any form of a target; some servers drop it, to others it belongs to the path. Bytes beyond ASCII are to one
     * server a character of UTF-8 and to another one two of Latin-1.
     */
    private static boolean isOfUri(String target) {
        for (int at = 0; at < target.length(); at++) {
            char c = target.charAt(at);
            if (c == '#' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isUrl(String target) {
        int start = begins(target, HTTP) ? HTTP.length() : begins(target, HTTPS) ? HTTPS.length() : -1;
        return start > 0 && HostField.isValid(target.substring(start, endOfHost(target, start)));
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
