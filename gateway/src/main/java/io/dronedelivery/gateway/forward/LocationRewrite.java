package io.dronedelivery.gateway.forward;

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
     */
    public String apply(String location) {
        String path = withoutPrefix(withoutOrigin(location), pathPrefix);
        if (!path.startsWith(from)) {
            return location;
        }
        String rest = path.substring(from.length());
        return from.endsWith("/") || endsSegment(rest) ? to + rest : location;
    }

    private String withoutOrigin(String location) {
        return location.regionMatches(true, 0, origin, 0, origin.length()) && location.startsWith("/", origin.length())
                ? location.substring(origin.length())
                : location;
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
