package io.dronedelivery.servicekit.telemetry;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks a connection string. The exporter ignores what it cannot read, and then sends to the wrong place.
 *
 * @see <a href="https://learn.microsoft.com/azure/azure-monitor/app/connection-strings">Connection strings</a>
 */
final class ConnectionStringCheck {

    private static final String KEY = "InstrumentationKey";

    private ConnectionStringCheck() {}

    /**
     * @param signsIn whether a token is sent, which is sent with TLS alone
     * @throws IllegalArgumentException saying what is wrong, without the key
     */
    static void check(String connectionString, boolean signsIn) {
        Map<String, String> parts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String part : connectionString.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parts.put(part.substring(0, equals).strip(), part.substring(equals + 1));
            } else if (!part.isBlank()) {
                throw new IllegalArgumentException("it has a part that is no <name>=<value>");
            }
        }
        checkKey(parts.get(KEY));
        parts.forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).endsWith("endpoint")) {
                checkEndpoint(name, value, signsIn);
            }
        });
    }

    private static void checkKey(@Nullable String key) {
        if (key == null) {
            throw new IllegalArgumentException("it has no " + KEY);
        }
        try {
            UUID.fromString(key);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("its " + KEY + " is no UUID", e);
        }
    }

    private static void checkEndpoint(String name, String value, boolean signsIn) {
        try {
            URI uri = URI.create(value);
            if (uri.getHost() != null
                    && ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && !signsIn))) {
                return;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("its " + name + " is no URL: '" + value + "'", e);
        }
        throw new IllegalArgumentException("its " + name + " is no "
                + (signsIn ? "https:// URL, which telemetry.identity=true needs" : "http:// or https:// URL") + ": '"
                + value
                + "'");
    }
}
