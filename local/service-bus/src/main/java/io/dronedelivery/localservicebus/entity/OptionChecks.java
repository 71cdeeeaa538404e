package io.dronedelivery.localservicebus.entity;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Limits that several options share. */
public final class OptionChecks {
    /** Service Bus reads this and longer times as "unlimited": the largest TimeSpan of .NET. */
    private static final Duration UNLIMITED = Duration.ofDays(10_675_199);

    /** Times are stored in milliseconds. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    static final long DEFAULT_MAX_SIZE = 1024L * 1024 * 1024;

    private static final Duration LONGEST_WINDOW = Duration.ofDays(7);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]{0,258}[A-Za-z0-9])?");

    private OptionChecks() {}

    static String name(String name, String what) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a %s must have 1 to 260 letters, digits, '.', '_', '-' or '/' and begin and end with a letter or digit: '%s'"
                            .formatted(what, name));
        }
        return name;
    }

    /** @throws IllegalArgumentException naming what the duration is of, when it is below a millisecond or too long */
    public static Duration between(Duration duration, Duration longest, String what) {
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "%s must be at least a millisecond and at most %s, not %s".formatted(what, longest, duration));
        }
        return duration;
    }

    static @Nullable Duration timeToLive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("%s must be longer than zero, not %s".formatted(what, duration));
        }
        return duration.compareTo(UNLIMITED) >= 0 ? null : duration;
    }

    static long maxSizeBytes(long bytes, String entity) {
        if (bytes < 1) {
            throw new IllegalArgumentException("maxSizeBytes of %s must be positive, not %d".formatted(entity, bytes));
        }
        return bytes;
    }

    static Duration duplicateWindow(Duration duration, String entity) {
        return between(duration, LONGEST_WINDOW, "DuplicateDetectionHistoryTimeWindow of " + entity);
    }

    static @Nullable Duration shorter(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) < 0 ? one : other;
    }
}
