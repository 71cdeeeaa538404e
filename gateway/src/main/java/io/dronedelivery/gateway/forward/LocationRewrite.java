package io.dronedelivery.gateway.forward;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Turns the backend's paths in Location and Content-Location into paths of the gateway: the caller cannot reach the backend.
 *
 * @param origin the backend's base URL without its path, such as {@code http://localhost:8101}
 * @param pathPrefix the path of the backend's base URL, empty or beginning with '/' and not ending with it
 * @param from path at the backend, behind that prefix
 * @param to path at the gateway
 */
public record LocationRewrite(String origin, String pathPrefix, String from, String to) {

    /**
     * The path at the gateway, or the value as it is when it does not lead below {@code from}.
     *
     * @param location a path or a URL, perhaps with a query and a fragment
     * @param askedHost the Host that the backend was called by, which is one of several where it has several instances
     */
    public String apply(String location, @Nullable String askedHost) {
        String path = withoutPrefix(withoutOrigin(location, askedHost), pathPrefix);
        if (!path.startsWith(from)) {
            return location;
        }
        String rest = path.substring(from.length());
        return from.endsWith("/") || endsSegment(rest) ? to + rest : location;
    }

    /** A backend may write its own address with the scheme's port or without it, or leave the scheme out. */
    private String withoutOrigin(String location, @Nullable String askedHost) {
        int authority = UriText.startOfAuthority(location);
        if (authority < 0 || authority > 2 && !hasSchemeOfOrigin(location)) {
            return location;
        }
        int end = UriText.endOfAuthority(location, authority);
        String named = withoutDefaultPort(location.substring(authority, end));
        boolean own = named.equals(withoutDefaultPort(origin.substring(origin.indexOf("//") + 2)))
                || askedHost != null && named.equals(withoutDefaultPort(askedHost));
        return own && location.startsWith("/", end) ? location.substring(end) : location;
    }

    private boolean hasSchemeOfOrigin(String location) {
        return location.regionMatches(true, 0, origin, 0, origin.indexOf("//") + 2);
    }

    private String withoutDefaultPort(String authority) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String port = origin.regionMatches(true, 0, "https:", 0, 6) ? ":443" : ":80";
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }

    private static String withoutPrefix(String path, String prefix) {
        return path.startsWith(prefix) && path.startsWith("/", prefix.length())
                ? path.substring(prefix.length())
                : path;
    }

    private static boolean endsSegment(String rest) {
        return rest.isEmpty() || "/?#".indexOf(rest.charAt(0)) >= 0;
    }
}
