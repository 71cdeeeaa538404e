package io.dronedelivery.gateway.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a backend is. Names of containers and services are taken as name services have them: {@link URI#getHost} knows no host with an
 * underscore, nor one whose last part begins with a digit.
 *
 * @param origin scheme, host and port as they were written, such as {@code http://delivery_service:8101}
 * @param host its name or address, an IPv6 address in brackets
 * @param port also where the URL has none
 * @param path empty, or beginning with '/'
 */
public record BaseUrl(String origin, boolean isSecure, String host, int port, String path) {

    private static final Pattern AUTHORITY =
            Pattern.compile("([A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_.])?|\\[[0-9A-Fa-f:.]+])(?::(\\d{1,5}))?");
    private static final int MAX_PORT = 65_535;

    /** @throws IllegalArgumentException with what is wrong with it, in words that follow a name */
    public static BaseUrl of(String url) {
        URI uri = parse(url);
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        String authority = uri.getRawAuthority();
        if (!secure && !"http".equalsIgnoreCase(uri.getScheme()) || authority == null) {
            throw new IllegalArgumentException(
                    "must be an http or https URL with a host, such as http://localhost:8101");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null || authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("must have no query, no fragment and no user");
        }
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "must have a host of letters, digits, '.', '-' and '_', and a port if any: '" + authority
                            + "' is none");
        }
        int port = port(parts.group(2), secure);
        return new BaseUrl(uri.getScheme() + "://" + authority, secure, parts.group(1), port, uri.getRawPath());
    }

    private static URI parse(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not a URL: " + e.getReason(), e);
        }
    }

    private static int port(@Nullable String digits, boolean secure) {
        int port = digits == null ? (secure ? 443 : 80) : Integer.parseInt(digits);
        if (port == 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("must have a port from 1 to 65535");
        }
        return port;
    }
}
