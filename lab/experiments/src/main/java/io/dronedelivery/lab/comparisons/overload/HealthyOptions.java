package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.Arguments;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a run, see {@link #HELP}.
 *
 * @param jar null for the classes of this build
 * @param peers names of the aggregators beside the gateway
 * @param coldSeconds 0 for no row on a gateway that has just started
 * @param besideConnections connections of the caller beside whom another one is measured, 0 for no such row
 */
record HealthyOptions(
        @Nullable Path jar,
        List<String> gatewaySettings,
        List<Row> rows,
        List<String> peers,
        int seconds,
        int coldSeconds,
        int coldConnections,
        int besideConnections,
        Path output) {

    static final String BARE = "bare";
    static final String GLUE = "glue";

    private static final String ROWS = "1:16,1:64,1:256,1:1024,1:2048,3:16,3:64,3:256,3:1024,3:2048,10:64,10:256";

    static final String HELP = """
        Whether a gateway with its defaults refuses callers of a backend that answers at once. Each connection asks again as soon as it is
        answered. Backend, gateway and peers have a JVM each. Ends with 1 when a bar is missed:

          - cold: no request is refused or fails
          - warm: none is while connections / good answers a second is below half of the deadline (3 s)
          - beyond that, there are at least 90 %% of the good answers of the best row with as many parts that is below it
          - a caller from another address, who asks one request after the other, gets at least 95 %% of its answers beside a busy one

          --rows LIST        parts:connections of each row, with 1 to 10 parts
                             (%s)
          --seconds N        length of each row, 1 to 600 (8)
          --peers LIST       who is measured in the same run with three parts and the connections of such rows: bare and glue, as in the
                             profile gateway-cpu, or none (bare)
          --cold N           length of the first row, with three parts on a gateway that has just started, 0 to 600; 0 for none (30)
          --cold-connections N  of that row, 1 to 10000 (64)
          --beside N         connections of the busy caller in the last row, 0 to 10000; 0 for no such row (256)
          --jar PATH         the gateway's runnable jar (without it, the classes of this build)
          --gateway SETTING  a further setting of the gateway, key=value; can be repeated
          --output DIR       where results.json, results.md and the processes' logs go (target/healthy)
          --help             this text
        """.formatted(ROWS);

    /** @param parts of the aggregate, all of them at one backend */
    record Row(int parts, int connections) {

        private static Row parse(String text) {
            String[] both = text.split(":", -1);
            if (both.length != 2) {
                throw new IllegalArgumentException(
                        "--rows must have the form parts:connections,..., such as 3:64, not '" + text + "'");
            }
            return new Row(Arguments.number("--rows", both[0], 1, 10), Arguments.number("--rows", both[1], 1, 10_000));
        }
    }

    private HealthyOptions(Arguments given) {
        this(
                given.file("--jar"),
                given.settings("--gateway"),
                given.value("--rows", rows(ROWS), HealthyOptions::rows),
                given.value("--peers", List.of(BARE), HealthyOptions::peers),
                given.number("--seconds", 8, 1, 600),
                given.number("--cold", 30, 0, 600),
                given.number("--cold-connections", 64, 1, 10_000),
                given.number("--beside", 256, 0, 10_000),
                given.output("healthy"));
    }

    static HealthyOptions parse(String... words) {
        return Arguments.read(HealthyOptions::new, List.of(), words);
    }

    private static List<Row> rows(String value) {
        return Stream.of(value.split(",", -1)).map(Row::parse).distinct().toList();
    }

    private static List<String> peers(String value) {
        return value.equals("none") ? List.of() : Arguments.someOf("--peers", value, List.of(BARE, GLUE));
    }

    /** Connections of the rows with that many parts. */
    List<Integer> connections(int parts) {
        return rows.stream()
                .filter(row -> row.parts() == parts)
                .map(Row::connections)
                .toList();
    }
}
