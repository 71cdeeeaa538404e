package io.dronedelivery.localcosmos.sql;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The date and time functions. They count in ticks of 100 nanoseconds since 1970 (UTC). They are undefined for any argument but whole
 * numbers, names of parts, and texts of the form {@code 2026-11-28T23:59:59.1234567Z} in the years 1 to 9999. Such a text may lack its
 * fraction and its Z.
 */
final class DateTimeFunctions {

    private static final Pattern DATE_TIME =
            Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]{1,7}))?Z?");

    private static final long MICROSECOND_TICKS = 10;
    private static final long MILLISECOND_TICKS = 10_000;
    private static final long SECOND_TICKS = 10_000_000;
    private static final long DAY_TICKS = 24 * 3600 * SECOND_TICKS;
    private static final int NANOSECONDS = 100;

    private static final long FIRST = ticks(LocalDateTime.of(1, 1, 1, 0, 0));
    private static final long LAST = ticks(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_900));
    /** The epoch of Windows. No bin starts before it. */
    private static final long FIRST_BIN = ticks(LocalDateTime.of(1601, 1, 1, 0, 0));

    /** A part of a time, from the coarsest to the finest, by its length in ticks. Months and years have no fixed length. */
    private enum DateTimePart {
        YEAR(0, "year", "yyyy", "yy"),
        MONTH(0, "month", "mm", "m"),
        DAY(DAY_TICKS, "day", "dd", "d"),
        HOUR(3600 * SECOND_TICKS, "hour", "hh"),
        MINUTE(60 * SECOND_TICKS, "minute", "mi", "n"),
        SECOND(SECOND_TICKS, "second", "ss", "s"),
        MILLISECOND(MILLISECOND_TICKS, "millisecond", "ms"),
        MICROSECOND(MICROSECOND_TICKS, "microsecond", "mcs"),
        NANOSECOND(0, "nanosecond", "ns");

        private static final Map<String, DateTimePart> BY_NAME = new HashMap<>();

        static {
            for (DateTimePart part : values()) {
                part.names.forEach(name -> BY_NAME.put(name, part));
            }
        }

        private final long ticks;
        private final List<String> names;

        DateTimePart(long ticks, String... names) {
            this.ticks = ticks;
            this.names = List.of(names);
        }
    }

    private DateTimeFunctions() {}

    static List<BuiltIn> all() {
        List<BuiltIn> all = new ArrayList<>(List.of(
                function("DATETIMEADD", 3, 3, a -> text(add(part(a[0]), number(a[1]), ticks(a[2])))),
                function("DATETIMEBIN", 2, 4, DateTimeFunctions::bin),
                function("DATETIMEDIFF", 3, 3, a -> Values.integer(diff(part(a[0]), ticks(a[1]), ticks(a[2])))),
                function("DATETIMEFROMPARTS", 3, 7, DateTimeFunctions::fromParts),
                function("DATETIMEPART", 2, 2, a -> Values.integer(field(part(a[0]), ticks(a[1])))),
                function("DATETIMETOTICKS", 1, 1, a -> Values.integer(ticks(a[0]))),
                function("DATETIMETOTIMESTAMP", 1, 1, a -> Values.integer(timestamp(ticks(a[0])))),
                function("TICKSTODATETIME", 1, 1, a -> text(number(a[0]))),
                function("TIMESTAMPTODATETIME", 1, 1, a -> text(Math.multiplyExact(number(a[0]), MILLISECOND_TICKS)))));
        addCurrent("GETCURRENTDATETIME", DateTimeFunctions::text, all);
        addCurrent("GETCURRENTTICKS", Values::integer, all);
        addCurrent("GETCURRENTTIMESTAMP", ticks -> Values.integer(timestamp(ticks)), all);
        return all;
    }

    private static BuiltIn function(String name, int least, int most, BuiltIn.Body body) {
        return new BuiltIn(name, least, most, arguments -> {
            if (Stream.of(arguments).anyMatch(Values::isUndefined)) {
                return Values.UNDEFINED;
            }
            try {
                return body.apply(arguments);
            } catch (DateTimeException | ArithmeticException invalid) {
                return Values.UNDEFINED;
            }
        });
    }

    /** A function of the present, and its form with the same value for all documents. */
    private static void addCurrent(String name, LongFunction<JsonNode> form, List<BuiltIn> all) {
        all.add(new BuiltIn(name, 0, 0, arguments -> form.apply(now())));
        all.add(new BuiltIn(name + "STATIC", 0, 0, () -> {
            JsonNode value = form.apply(now());
            return arguments -> value;
        }));
    }

    private static long now() {
        return Duration.between(Instant.EPOCH, Instant.now()).toNanos() / NANOSECONDS;
    }

    private static DateTimePart part(JsonNode name) {
        DateTimePart part = name.isString() ? DateTimePart.BY_NAME.get(name.stringValue()) : null;
        if (part == null) {
            throw new DateTimeException("not a part");
        }
        return part;
    }

    private static long number(JsonNode value) {
        Long whole = Numbers.whole(value);
        if (whole == null) {
            throw new DateTimeException("not a whole number");
        }
        return whole;
    }

    private static long ticks(JsonNode text) {
        Matcher match = DATE_TIME.matcher(text.isString() ? text.stringValue() : "");
        if (!match.matches()) {
            throw new DateTimeException("not a date and time");
        }
        int[] fields = new int[6];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Integer.parseInt(match.group(i + 1));
        }
        String fraction = match.group(7);
        return ticks(fields, fraction == null ? 0 : Integer.parseInt((fraction + "000000").substring(0, 7)));
    }

    /**
     * The ticks of a time.
     *
     * @param fields from the year to the second
     */
    private static long ticks(int[] fields, int fraction) {
        return checked(ticks(LocalDateTime.of(
                fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fraction * NANOSECONDS)));
    }

    private static long ticks(LocalDateTime time) {
        return Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), SECOND_TICKS) + time.getNano() / NANOSECONDS;
    }

    private static long checked(long ticks) {
        if (ticks < FIRST || ticks > LAST) {
            throw new DateTimeException("out of range");
        }
        return ticks;
    }

    private static LocalDateTime time(long ticks) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(ticks, SECOND_TICKS),
                (int) Math.floorMod(ticks, SECOND_TICKS) * NANOSECONDS,
                ZoneOffset.UTC);
    }

    private static JsonNode text(long ticks) {
        LocalDateTime time = time(checked(ticks));
        return Values.text(String.format(
                Locale.ROOT,
                "%04d-%02d-%02dT%02d:%02d:%02d.%07dZ",
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond(),
                time.getNano() / NANOSECONDS));
    }

    private static long timestamp(long ticks) {
        return Math.floorDiv(ticks, MILLISECOND_TICKS);
    }

    private static long add(DateTimePart part, long number, long ticks) {
        return switch (part) {
            case YEAR -> ticks(time(ticks).plusYears(number));
            case MONTH -> ticks(time(ticks).plusMonths(number));
            case NANOSECOND -> Math.addExact(ticks, number / NANOSECONDS);
            default -> Math.addExact(ticks, Math.multiplyExact(number, part.ticks));
        };
    }

    /** The number of boundaries of the part between two times. */
    private static long diff(DateTimePart part, long from, long to) {
        return switch (part) {
            case YEAR -> time(to).getYear() - time(from).getYear();
            case MONTH -> months(time(to)) - months(time(from));
            case NANOSECOND -> Math.multiplyExact(to - from, NANOSECONDS);
            default -> Math.floorDiv(to, part.ticks) - Math.floorDiv(from, part.ticks);
        };
    }

    private static long months(LocalDateTime time) {
        return time.getYear() * 12L + time.getMonthValue();
    }

    private static long field(DateTimePart part, long ticks) {
        LocalDateTime time = time(ticks);
        return switch (part) {
            case YEAR -> time.getYear();
            case MONTH -> time.getMonthValue();
            case DAY -> time.getDayOfMonth();
            case HOUR -> time.getHour();
            case MINUTE -> time.getMinute();
            case SECOND -> time.getSecond();
            case MILLISECOND -> time.getNano() / 1_000_000;
            case MICROSECOND -> time.getNano() / 1_000;
            case NANOSECOND -> time.getNano();
        };
    }

    private static JsonNode bin(JsonNode[] arguments) {
        long ticks = ticks(arguments[0]);
        DateTimePart part = part(arguments[1]);
        long size = arguments.length > 2 ? number(arguments[2]) : 1;
        long start = arguments.length > 3 ? ticks(arguments[3]) : 0;
        if (part == DateTimePart.YEAR || part == DateTimePart.MONTH || size <= 0 || start < FIRST_BIN) {
            return Values.UNDEFINED;
        }
        if (part == DateTimePart.NANOSECOND) {
            long nanoseconds = Math.multiplyExact(ticks - start, NANOSECONDS);
            return text(start + Math.floorDiv(nanoseconds - Math.floorMod(nanoseconds, size), NANOSECONDS));
        }
        long length = Math.multiplyExact(size, part.ticks);
        return text(ticks - Math.floorMod(ticks - start, length));
    }

    private static JsonNode fromParts(JsonNode[] arguments) {
        int[] fields = new int[6];
        for (int i = 0; i < Math.min(arguments.length, fields.length); i++) {
            fields[i] = Math.toIntExact(number(arguments[i]));
        }
        long fraction = arguments.length > 6 ? number(arguments[6]) : 0;
        return fraction >= SECOND_TICKS || fraction < 0 ? Values.UNDEFINED : text(ticks(fields, (int) fraction));
    }
}
