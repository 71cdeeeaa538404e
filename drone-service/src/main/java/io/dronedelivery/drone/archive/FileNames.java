package io.dronedelivery.drone.archive;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File names that are unique across processes: {@code date=2026-11-22/telemetry-20261122T120000000Z-0123abcd-000001.jsonl}. DuckDB, Spark
 * and similar tools read the folder as a partition by day. Used by one thread.
 */
final class FileNames {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("'date='yyyy-MM-dd");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'");

    /** The names of any writer with any prefix, because several writers may share a directory. */
    private static final Pattern NAME =
            Pattern.compile(".+-(\\d{4})(\\d{2})(\\d{2})T\\d{9}Z-[0-9a-f]{8}-\\d{6,}\\.jsonl");

    private final String prefix;
    private final Clock clock;
    private final String writer = UUID.randomUUID().toString().substring(0, 8);
    private long number;

    /** @param prefix begins each name */
    FileNames(String prefix, Clock clock) {
        this.prefix = prefix;
        this.clock = clock;
    }

    String next() {
        ZonedDateTime now = clock.instant().atZone(ZoneOffset.UTC);
        return "%s/%s-%s-%s-%06d.jsonl".formatted(DAY.format(now), prefix, TIME.format(now), writer, ++number);
    }

    /** The folder of a file name, computed from the time in the name; null for a name that no writer makes. */
    static @Nullable String folderOf(String file) {
        Matcher name = NAME.matcher(file);
        return name.matches() ? "date=%s-%s-%s".formatted(name.group(1), name.group(2), name.group(3)) : null;
    }
}
