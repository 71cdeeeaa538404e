package io.dronedelivery.localapplicationinsights;

import java.time.Duration;
import java.util.UUID;

/** Settings of a {@link LocalApplicationInsights}. Each has a default, and each method refuses a wrong argument by name. */
public final class LocalApplicationInsightsOptions {
    /** A public key that Azure never assigns. */
    public static final String WELL_KNOWN_KEY = "00000000-0000-0000-0000-0000000010ca";

    private static final long MEBIBYTE = 1024 * 1024;

    int port;
    String instrumentationKey = WELL_KNOWN_KEY;
    int maxItems = 100_000;
    long maxBytes = 128 * MEBIBYTE;
    Duration history = Duration.ofMinutes(30);

    LocalApplicationInsightsOptions() {}

    /** The port on loopback; 0, the default, takes a free one. */
    public LocalApplicationInsightsOptions port(int port) {
        this.port = (int) checkRange("port", port, 0, 65_535);
        return this;
    }

    /** The instrumentation key, a UUID. Envelopes with another key are refused. By default {@link #WELL_KNOWN_KEY}. */
    public LocalApplicationInsightsOptions instrumentationKey(String key) {
        try {
            this.instrumentationKey = UUID.fromString(key).toString();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("instrumentationKey must be a UUID, but is '" + key + "'", e);
        }
        return this;
    }

    /**
     * The most items that are kept, 100,000 by default. Then items older than the history are dropped, and after them the oldest of the
     * minute that has most. Metrics are kept in addition, up to a tenth of this number.
     */
    public LocalApplicationInsightsOptions maxItems(int items) {
        this.maxItems = (int) checkRange("maxItems", items, 1, 10_000_000);
        return this;
    }

    /** The most memory that the items may hold, estimated; 128 MiB by default. Metrics may hold a tenth of it in addition. */
    public LocalApplicationInsightsOptions maxBytes(long bytes) {
        this.maxBytes = checkRange("maxBytes", bytes, 1024, Long.MAX_VALUE);
        return this;
    }

    /** How long the figures of each second are kept, independently of the items; 30 minutes by default. */
    public LocalApplicationInsightsOptions history(Duration history) {
        checkRange(
                "history in seconds", history.toSeconds(), 1, Duration.ofDays(1).toSeconds());
        this.history = history;
        return this;
    }

    private static long checkRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", but is " + value);
        }
        return value;
    }
}
