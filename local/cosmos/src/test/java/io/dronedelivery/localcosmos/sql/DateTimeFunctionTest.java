package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Most examples are those of Microsoft's reference. */
class DateTimeFunctionTest {

    private static final long FIRST_SECOND = -62135596800L;
    private static final long LAST_SECOND = 253402300799L;

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            DateTimeAdd('yyyy', 1, '2020-07-03T00:00:00.0000000')   | "2021-07-03T00:00:00.0000000Z"
            DateTimeAdd('mm', -1, '2020-07-03T00:00:00.0000000')    | "2020-06-03T00:00:00.0000000Z"
            DateTimeAdd('month', 1, '2024-01-31T00:00:00Z')         | "2024-02-29T00:00:00.0000000Z"
            DateTimeAdd('hh', -1, '2020-07-03T00:00:00.0000000')    | "2020-07-02T23:00:00.0000000Z"
            DateTimeAdd('ss', 5 * -5, '2020-07-03T00:00:00.0000000') | "2020-07-02T23:59:35.0000000Z"
            DateTimeAdd('ns', 250, '2020-07-03T00:00:00Z')          | "2020-07-03T00:00:00.0000002Z"
            DateTimeAdd('dd', 1.5, '2020-07-03T00:00:00Z')          | undefined
            DateTimeAdd('days', 1, '2020-07-03T00:00:00Z')          | undefined
            DateTimeAdd('dd', 1, '2020-07-32T00:00:00Z')            | undefined
            DateTimeAdd('dd', 1, c.none)                            | undefined
            DateTimeAdd(1, 1, '2020-07-03T00:00:00Z')               | undefined
            DateTimeAdd('yyyy', 900000000, '2020-07-03T00:00:00Z')  | undefined
            DateTimeAdd('yyyy', 8000, '2020-07-03T00:00:00Z')       | undefined
            DateTimeAdd('dd', 9e18, '2020-07-03T00:00:00Z')         | undefined
            DateTimeBin('2021-01-08T18:35:00.0000000', 'dd')        | "2021-01-08T00:00:00.0000000Z"
            DateTimeBin('2021-01-08T18:35:00.0000000', 'hh', 5)     | "2021-01-08T15:00:00.0000000Z"
            DateTimeBin('2021-01-08T18:35:00.0000000', 'dd', 7)     | "2021-01-07T00:00:00.0000000Z"
            DateTimeBin('2021-01-08T18:35:00.0000000', 'dd', 7, '1601-01-01T00:00:00.0000000') | "2021-01-04T00:00:00.0000000Z"
            DateTimeBin('2021-01-08T18:35:00.1234567Z', 'ns', 300)  | "2021-01-08T18:35:00.1234566Z"
            DateTimeBin('1969-12-31T23:00:00Z', 'dd')               | "1969-12-31T00:00:00.0000000Z"
            DateTimeBin('2021-01-08T18:35:00Z', 'mm')               | undefined
            DateTimeBin('2021-01-08T18:35:00Z', 'dd', 0)            | undefined
            DateTimeBin('2021-01-08T18:35:00Z', 'dd', 1, '1600-12-31T00:00:00Z') | undefined
            DateTimeDiff('yyyy', '2019-02-04T16:00:00.0000000', '2018-03-05T05:00:00.0000000') | -1
            DateTimeDiff('mm', '2019-02-04T16:00:00.0000000', '2018-03-05T05:00:00.0000000') | -11
            DateTimeDiff('dd', '2019-02-04T16:00:00.0000000', '2018-03-05T05:00:00.0000000') | -336
            DateTimeDiff('hh', '2018-03-05T05:00:00.0000000', '2019-02-04T16:00:00.0000000') | 8075
            DateTimeDiff('ss', '2018-03-05T05:00:00.0000000', '2019-02-04T16:00:00.0000000') | 29070000
            DateTimeDiff('hh', '2020-01-01T01:00:00.1234527Z', '2020-01-01T01:59:59.1234567Z') | 0
            DateTimeDiff('ns', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00.0000001Z') | 100
            DateTimeDiff('ns', '0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z') | undefined
            DateTimeFromParts(2017, 4, 20)                          | "2017-04-20T00:00:00.0000000Z"
            DateTimeFromParts(2017, 4, 20, 13, 15, 20, 3456789)     | "2017-04-20T13:15:20.3456789Z"
            DateTimeFromParts(-2000, -1, -1)                        | undefined
            DateTimeFromParts(2017, 2, 29)                          | undefined
            DateTimeFromParts(2017, 2, 28, 24)                      | undefined
            DateTimeFromParts(0, 1, 1)                              | undefined
            DateTimeFromParts(2017, 4, 20, 13, 15, 20, 10000000)    | undefined
            DateTimeFromParts(4294969313, 4, 20)                    | undefined
            DateTimePart('mm', '2016-05-29T08:30:00.1301617')       | 5
            DateTimePart('ms', '2016-05-29T08:30:00.1301617')       | 130
            DateTimePart('mcs', '2016-05-29T08:30:00.1301617')      | 130161
            DateTimePart('ns', '2016-05-29T08:30:00.1301617')       | 130161700
            DateTimePart('yyyy', '2016-05-29 08:30:00')             | undefined
            DateTimeToTicks('2015-05-19T12:00:00.0000000')          | 14320368000000000
            DateTimeToTicks('1601-01-01T00:00:00Z')                 | -116444736000000000
            DateTimeToTimestamp('2015-05-19T12:00:00.0000000')      | 1432036800000
            DateTimeToTimestamp('1969-12-31T23:59:59.9999Z')        | -1
            TicksToDateTime(15973607943002652)                      | "2020-08-13T23:19:54.3002652Z"
            TicksToDateTime(-116444736000000000)                    | "1601-01-01T00:00:00.0000000Z"
            TicksToDateTime(0.5)                                    | undefined
            TicksToDateTime('0')                                    | undefined
            TicksToDateTime(9e18)                                   | undefined
            TimestampToDateTime(1597360794300)                      | "2020-08-13T23:19:54.3000000Z"
            TimestampToDateTime(1e18)                               | undefined
            """)
    void date_and_time_functions(String expression, String expected) {
        assertThat(Sql.value(expression, "{}")).isEqualTo(expected);
    }

    @Test
    void the_present_differs_between_documents_only_without_static() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        List<String> rows = Sql.rows(
                "SELECT GetCurrentTicks() AS t, GetCurrentTicksStatic() AS s, GetCurrentTimestampStatic() AS m,"
                        + " GetCurrentTimestamp() >= GetCurrentTimestampStatic() AS o,"
                        + " GetCurrentDateTimeStatic() AS d, DateTimeToTicks(GetCurrentDateTime()) > 0 AS v FROM c",
                "{}",
                "{}");
        assertThat(rows)
                .allSatisfy(row -> assertThat(row).contains("\"o\":true").contains("\"v\":true"));
        assertThat(Sql.json(rows.get(0)).path("s"))
                .isEqualTo(Sql.json(rows.get(1)).path("s"));
        assertThat(Sql.json(rows.get(0)).path("d"))
                .isEqualTo(Sql.json(rows.get(1)).path("d"));
        assertThat(Sql.json(rows.get(0)).path("t").longValue())
                .isLessThanOrEqualTo(Sql.json(rows.get(1)).path("t").longValue());
        assertThat(Instant.ofEpochMilli(Sql.json(rows.get(0)).path("m").longValue()))
                .isBetween(before, Instant.now());
    }

    /** Compares with java.time, which has a unit for each part. */
    @Property(tries = 500, seed = "17")
    void add_diff_and_part_agree_with_another_calendar(
            @ForAll("times") LocalDateTime from, @ForAll("times") LocalDateTime to, @ForAll("parts") ChronoUnit part) {
        Map<String, ?> times = Map.of("@from", text(from), "@to", text(to), "@part", name(part));
        LocalDateTime start = part == ChronoUnit.MONTHS || part == ChronoUnit.YEARS
                ? from.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS)
                : from.truncatedTo(part);
        LocalDateTime end = part == ChronoUnit.MONTHS || part == ChronoUnit.YEARS
                ? to.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS)
                : to.truncatedTo(part);
        if (part == ChronoUnit.YEARS) {
            start = start.withMonth(1);
            end = end.withMonth(1);
        }
        long boundaries = part.between(start, end);

        assertThat(value("DateTimeDiff(@part, @from, @to)", times)).isEqualTo(Long.toString(boundaries));
        LocalDateTime sum = from.plus(boundaries, part);
        assertThat(value("DateTimeAdd(@part, DateTimeDiff(@part, @from, @to), @from)", times))
                .isEqualTo(inRange(sum) ? '"' + text(sum) + '"' : "undefined");
        assertThat(value("TicksToDateTime(DateTimeToTicks(@to))", times)).isEqualTo('"' + text(to) + '"');
        assertThat(value(
                        "DateTimeFromParts(DateTimePart('yyyy', @to), DateTimePart('mm', @to), DateTimePart('dd', @to),"
                                + " DateTimePart('hh', @to), DateTimePart('mi', @to), DateTimePart('ss', @to),"
                                + " DateTimePart('ns', @to) / 100)",
                        times))
                .isEqualTo('"' + text(to) + '"');
    }

    @Property(tries = 500, seed = "17")
    void a_bin_is_the_last_multiple_before_the_time(
            @ForAll("times") LocalDateTime time, @ForAll("parts") ChronoUnit part, @ForAll short size) {
        boolean valid = size > 0 && part.compareTo(ChronoUnit.DAYS) <= 0;
        String bin = value(
                "DateTimeBin(@time, @part, @size)", Map.of("@time", text(time), "@part", name(part), "@size", size));
        if (!valid) {
            assertThat(bin).isEqualTo("undefined");
            return;
        }
        LocalDateTime epoch = LocalDateTime.of(1970, 1, 1, 0, 0);
        long count = Math.floorDiv(floor(part, epoch, time), size);
        LocalDateTime expected = epoch.plus(count * size, part);
        assertThat(bin).isEqualTo(inRange(expected) ? '"' + text(expected) + '"' : "undefined");
    }

    /** {@code between} truncates toward zero. */
    private static long floor(ChronoUnit part, LocalDateTime from, LocalDateTime to) {
        long whole = part.between(from, to);
        return from.plus(whole, part).isAfter(to) ? whole - 1 : whole;
    }

    private static String value(String expression, Map<String, ?> parameters) {
        List<String> rows = Sql.rows("SELECT VALUE " + expression + " FROM c", parameters, "{}");
        return rows.isEmpty() ? "undefined" : rows.get(0);
    }

    private static boolean inRange(LocalDateTime time) {
        return time.getYear() >= 1 && time.getYear() <= 9999;
    }

    private static String text(LocalDateTime time) {
        String text = OffsetDateTime.of(time, ZoneOffset.UTC).toLocalDate().toString() + "T"
                + time.toLocalTime().truncatedTo(ChronoUnit.SECONDS);
        return (text.length() == 16 ? text + ":00" : text) + String.format(".%07dZ", time.getNano() / 100);
    }

    private static String name(ChronoUnit part) {
        return switch (part) {
            case YEARS -> "yy";
            case MONTHS -> "m";
            case DAYS -> "d";
            case HOURS -> "hour";
            case MINUTES -> "n";
            case SECONDS -> "s";
            case MILLIS -> "millisecond";
            default -> "microsecond";
        };
    }

    @Provide
    Arbitrary<LocalDateTime> times() {
        return Arbitraries.longs()
                .between(FIRST_SECOND, LAST_SECOND)
                .flatMap(second -> Arbitraries.integers()
                        .between(0, 9_999_999)
                        .map(tick -> LocalDateTime.ofEpochSecond(second, tick * 100, ZoneOffset.UTC)));
    }

    @Provide
    Arbitrary<ChronoUnit> parts() {
        return Arbitraries.of(
                ChronoUnit.YEARS,
                ChronoUnit.MONTHS,
                ChronoUnit.DAYS,
                ChronoUnit.HOURS,
                ChronoUnit.MINUTES,
                ChronoUnit.SECONDS,
                ChronoUnit.MILLIS,
                ChronoUnit.MICROS);
    }
}
