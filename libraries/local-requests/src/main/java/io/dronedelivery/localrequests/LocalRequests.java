package io.dronedelivery.localrequests;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests a server without authentication accepts. A browser on the same machine sends the requests of any page. It names
 * the page in {@code Origin} and {@code Sec-Fetch-Site}. A page whose name resolves to this machine (DNS rebinding) is visible in
 * {@code Host}. Any thread may call it.
 *
 * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>
 */
public final class LocalRequests {

    private static final Set<String> HEALTH = Set.of("/health", "/alive", "/ready");

    private final boolean addresses;
    private final Set<String> names;
    private final Predicate<String> origins;

    private LocalRequests(boolean addresses, Set<String> names, Predicate<String> origins) {
        this.addresses = addresses;
        this.names = names;
        this.origins = origins;
    }

    /**
     * Accepts requests to {@code localhost}, a loopback address or a name without a dot, except requests of foreign pages. A name without a
     * dot cannot be redirected in the public DNS, and programs and containers of one machine use such names.
     */
    public static LocalRequests toLoopback() {
        return new LocalRequests(false, Set.of(), origin -> false);
    }

    /** Also accepts requests to these hosts, and to any address, because an address cannot be redirected. */
    public LocalRequests orTo(Collection<String> hosts) {
        return new LocalRequests(
                true,
                hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet()),
                origins);
    }

    /** Also accepts requests of pages with these origins, such as {@code https://app.example.com}. */
    public LocalRequests orFrom(Predicate<String> trusted) {
        return new LocalRequests(addresses, names, trusted);
    }

    /** Whether a request only asks if the server runs: it is answered with 200 to anyone, because probes have no token. */
    public static boolean isHealthCheck(String method, String path) {
        return HEALTH.contains(path) && method.equals("GET");
    }

    /**
     * Why a request is refused; null when it is accepted.
     *
     * @param host the field {@code Host} of the connection itself, not of a proxy. Null when there is none, which no browser omits
     * @param origin the field {@code Origin}. The server's own origin is that of its {@code Host}
     * @param fetchSite the field {@code Sec-Fetch-Site}. Without an {@code Origin} it shows whether another site's page sends the request
     */
    public @Nullable String refusal(@Nullable String host, @Nullable String origin, @Nullable String fetchSite) {
        if (host != null && !isTaken(host)) {
            return "This host's name is not one that is served here.";
        }
        return isForeign(host, origin, fetchSite) ? "Pages of other origins may not ask here." : null;
    }

    private boolean isForeign(@Nullable String host, @Nullable String origin, @Nullable String fetchSite) {
        if (origin == null) {
            return "cross-site".equalsIgnoreCase(fetchSite);
        }
        // A form of our own page whose referrer policy hides the origin.
        boolean hidden = origin.equals("null") && "same-origin".equals(fetchSite);
        return !hidden && !isOf(origin, host) && !origins.test(origin);
    }

    private static boolean isOf(String origin, @Nullable String host) {
        int authority = origin.indexOf("://") + 3;
        return host != null
                && authority > 2
                && origin.length() - authority == host.length()
                && origin.regionMatches(true, authority, host, 0, host.length());
    }

    private boolean isTaken(String host) {
        int end = endOfName(host);
        if (isLoopback(host, end) || isLabel(host, end)) {
            return true;
        }
        String name = host.substring(0, end).toLowerCase(Locale.ROOT);
        return names.contains(name) || addresses && (name.startsWith("[") || isIpv4(name, name.length()));
    }

    /** Whether a field {@code Host} names this machine: {@code localhost}, 127.0.0.0/8 or {@code [::1]}, with a port or without. */
    public static boolean isLoopback(String host) {
        return isLoopback(host, endOfName(host));
    }

    private static boolean isLoopback(String host, int end) {
        return is("localhost", host, end) || is("[::1]", host, end) || host.startsWith("127.") && isIpv4(host, end);
    }

    /** Accepts only ASCII alphanumerics, hyphens and underscores. */
    private static boolean isLabel(String host, int end) {
        for (int at = 0; at < end; at++) {
            char c = host.charAt(at);
            boolean inLabel = c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
            if (!inLabel) {
                return false;
            }
        }
        return end > 0;
    }

    private static boolean is(String name, String host, int end) {
        return end == name.length() && host.regionMatches(true, 0, name, 0, end);
    }

    /** The index where the port begins, or the end. */
    private static int endOfName(String host) {
        int bracket = host.lastIndexOf(']');
        int colon = host.indexOf(':', Math.max(0, bracket));
        return colon < 0 ? host.length() : colon;
    }

    /** Four numbers up to 255, without leading zeros, which some programs read as octal. */
    private static boolean isIpv4(String host, int end) {
        int at = 0;
        for (int part = 0; part < 4; part++) {
            int start = at;
            int number = 0;
            while (at < end && at - start < 3 && host.charAt(at) >= '0' && host.charAt(at) <= '9') {
                number = 10 * number + host.charAt(at++) - '0';
            }
            boolean isNumber = at > start && number < 256 && (at - start == 1 || host.charAt(start) != '0');
            boolean ends = part < 3 ? at < end && host.charAt(at++) == '.' : at == end;
            if (!isNumber || !ends) {
                return false;
            }
        }
        return true;
    }
}
