package io.dronedelivery.localstack.option;

import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localstack.option.LocalOptions.ConnectionLimit;
import io.dronedelivery.localstack.option.LocalOptions.JobLocks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.springframework.boot.convert.DurationStyle;

/** Converts the text of an option to a value. An unreadable text is refused with the expected form. */
final class Readers {

    private static final String LATENCY =
            "expected none, a time up to 60s such as 53ms, or median/99th percentile such as 10ms/80ms";

    private Readers() {}

    static Function<String, Integer> integer(int min, int max) {
        String expected = "expected a whole number from %d to %d".formatted(min, max);
        return text -> {
            long value = wholeNumber(text, expected);
            if (value < min || value > max) {
                throw new IllegalArgumentException(expected);
            }
            return (int) value;
        };
    }

    /** Request units a second, in the steps that Cosmos DB sells. */
    static int throughput(String text) {
        String expected = "expected a multiple of 100 from 400 to 1000000";
        long value = wholeNumber(text, expected);
        if (value < 400 || value > 1_000_000 || value % 100 != 0) {
            throw new IllegalArgumentException(expected);
        }
        return (int) value;
    }

    static long seed(String text) {
        return wholeNumber(text, "expected a whole number");
    }

    static String oneOf(String text, Set<String> allowed) {
        if (!allowed.contains(text)) {
            throw new IllegalArgumentException(
                    "expected " + String.join(" or ", allowed.stream().sorted().toList()));
        }
        return text;
    }

    static boolean onOrOff(String text) {
        return "on".equals(oneOf(text, Set.of("on", "off")));
    }

    /** {@code all} or how many physical partitions a query asks at once. */
    static String parallelism(String text) {
        return "all".equals(text) ? text : integer(1, 1000).apply(text).toString();
    }

    /** Reads a text; empty for an empty text. */
    static <T> Optional<T> optional(String text, Function<String, T> reader) {
        return text.isEmpty() ? Optional.empty() : Optional.of(reader.apply(text));
    }

    static Optional<Path> directory(String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Path.of(text).toAbsolutePath().normalize());
        } catch (InvalidPathException notAPath) {
            throw new IllegalArgumentException("expected a directory (" + notAPath.getReason() + ")");
        }
    }

    /** A number of connections and a time, such as {@code 64/4m}. */
    static ConnectionLimit connectionLimit(String text) {
        String expected = "expected a number of connections up to 100000 and a time up to 1h, such as 64/4m";
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(expected);
        }
        long connections = wholeNumber(text.substring(0, slash), expected);
        Duration within = duration(text.substring(slash + 1), expected);
        if (connections < 1
                || connections > 100_000
                || within.isZero()
                || within.isNegative()
                || within.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(expected);
        }
        return new ConnectionLimit((int) connections, within);
    }

    /** A time and a number of deliveries, such as {@code 5s/10}. */
    static JobLocks jobLocks(String text) {
        String expected = "expected a time from 1s to 5m and a number of deliveries up to 2000, such as 5s/10";
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(expected);
        }
        Duration lock = duration(text.substring(0, slash), expected);
        long deliveries = wholeNumber(text.substring(slash + 1), expected);
        if (lock.compareTo(Duration.ofSeconds(1)) < 0
                || lock.compareTo(Duration.ofMinutes(5)) > 0
                || deliveries < 1
                || deliveries > 2000) {
            throw new IllegalArgumentException(expected);
        }
        return new JobLocks(lock, (int) deliveries);
    }

    private static Duration duration(String text, String expected) {
        try {
            return DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException notATime) {
            throw new IllegalArgumentException(expected);
        }
    }

    /** {@code none}, a fixed time such as {@code 53ms}, or median and 99th percentile such as {@code 10ms/80ms}. */
    static Latency latency(String text) {
        if ("none".equals(text)) {
            return Latency.none();
        }
        String[] parts = text.split("/", -1);
        return switch (parts.length) {
            case 1 -> Latency.fixed(time(parts[0]));
            case 2 -> logNormal(time(parts[0]), time(parts[1]));
            default -> throw notALatency();
        };
    }

    private static Latency logNormal(Duration median, Duration percentile99) {
        if (median.isZero() || percentile99.compareTo(median) < 0) {
            throw new IllegalArgumentException("expected a median above 0 and a 99th percentile not below it");
        }
        return Latency.logNormal(median, percentile99);
    }

    private static Duration time(String text) {
        Duration time = duration(text, LATENCY);
        if (time.isNegative() || time.compareTo(Duration.ofSeconds(60)) > 0) {
            throw notALatency();
        }
        return time;
    }

    private static IllegalArgumentException notALatency() {
        return new IllegalArgumentException(LATENCY);
    }

    private static long wholeNumber(String text, String expected) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(expected);
        }
    }
}
