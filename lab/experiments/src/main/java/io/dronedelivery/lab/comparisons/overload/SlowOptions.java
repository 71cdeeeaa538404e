package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.Arguments;
import io.dronedelivery.lab.kit.load.LoadTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What can be asked of a run, see {@link #HELP}.
 *
 * @param url empty for a gateway that this program starts
 */
record SlowOptions(
        String url,
        int of,
        String post,
        String document,
        int callers,
        int rate,
        int slow,
        int seconds,
        int rounds,
        int patience,
        OptionalInt limit,
        Path output) {

    static final String HELP = """
        The latency of some callers without and beside slow sockets, and after which time the gateway has closed those.
        A quarter of them sends a byte of the head a second, a quarter a byte of a body a second, a quarter reads a kilobyte of an
        answer a second, and a quarter sends nothing. One that is closed is opened again as long as the callers are measured.
        In turns, round by round: the callers alone, beside the sockets at a bare server with the same limits of time, and beside them at the gateway.

          --url URL          what the callers ask of a gateway that runs; {n} in it becomes 1, 2, ... in turn
                             (without it a gateway is started, and a backend that answers it from memory, in a JVM each)
          --of N             the last number that becomes of {n}, 1 to 1000000 (50)
          --post PATH        where bodies are sent to (/api/v1/deliveries)
          --document PATH    what slow readers ask for (/v3/api-docs)
          --callers N        connections of the callers, 1 to 1000 (8)
          --rate N           what all callers together ask in a second, 1 to 100000; a late question counts from when it was due (40)
          --slow N           slow sockets, 4 to 10000 (2000)
          --seconds N        length of each phase but the 10 s in which the sockets come, 5 to 600 (40)
          --rounds N         rounds, 1 to 100 (3)
          --wait N           for how many seconds more the sockets may stay open, 1 to 600 (90)
          --limit PERCENT    exit with 1 when the p99 beside the sockets at the gateway is higher by more than this than without them,
                             or than beside them at the bare server, when fewer than 95 % of the answers are given beside them, or
                             when one that reads no answer was not closed
          --output DIR       where results.json, results.md and the logs of what was started go (target/slow-clients)
          --help             this text
        """;

    private SlowOptions(Arguments given) {
        this(
                given.value("--url", "", value -> LoadTarget.checked("--url", value)),
                given.number("--of", 50, 1, 1_000_000),
                given.text("--post", "/api/v1/deliveries"),
                given.text("--document", "/v3/api-docs"),
                given.number("--callers", 8, 1, 1000),
                given.number("--rate", 40, 1, 100_000),
                given.number("--slow", 2000, 4, 10_000),
                given.number("--seconds", 40, 5, 600),
                given.number("--rounds", 3, 1, 100),
                given.number("--wait", 90, 1, 600),
                given.number("--limit", 1, 1000),
                given.output("slow-clients"));
    }

    static SlowOptions parse(String... words) {
        return Arguments.read(SlowOptions::new, List.of(), words);
    }

    /** Between two questions of a caller. */
    Duration interval() {
        return Duration.ofSeconds(callers).dividedBy(rate);
    }
}
