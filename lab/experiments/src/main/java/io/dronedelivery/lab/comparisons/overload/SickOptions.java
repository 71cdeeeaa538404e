package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.Arguments;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What can be asked of a run, see {@link #HELP}.
 *
 * @param sick questions a second that need the sick backend, half of them as a required part and half as an optional one
 */
record SickOptions(
        int callers,
        int rate,
        int sick,
        Duration deadline,
        List<Ailment> ailments,
        int seconds,
        int rounds,
        OptionalInt limit,
        Path output) {

    static final String HELP = """
        The latency of callers who do not need a sick backend while others do, and how late those are answered.
        A gateway is started, the backend of the former, and one that is sick, in a JVM each. In turns, round by round: the callers alone,
        beside others who ask for an aggregate of which a part is at a backend that is well, and beside the same with one that is sick in each way.

          --callers N        connections of those who do not need it, 1 to 1000 (8)
          --rate N           what they ask together in a second, 1 to 100000; a late question counts from when it was due (100)
          --sick N           what the others ask in a second, 2 to 10000: half of them need the part, half get the rest without it (40);
                             so many connections that no question waits for the answer before it
          --deadline MS      of an aggregate with that part, 100 to 10000 (1000)
          --ailments LIST    which of hangs, resets, drips, fails, garbage (all)
          --seconds N        length of each phase, 1 to 600 (40)
          --rounds N         rounds, 1 to 100 (3)
          --limit PERCENT    exit with 1 when the p99 beside a sick backend is higher by more than this than beside one that is well, when
                             fewer than 95 % of the answers are given beside it, or when one who needs it was answered more than 50 ms after
                             the deadline, or not at all
          --output DIR       where results.json, results.md and the logs of what was started go (target/sick-backend)
          --help             this text
        """;

    /** A request waits at most until its deadline, so that each caller has its last answer before its next request. */
    private static final int DEADLINES_BETWEEN_QUESTIONS = 2;

    private SickOptions(Arguments given) {
        this(
                given.number("--callers", 8, 1, 1000),
                given.number("--rate", 100, 1, 100_000),
                given.number("--sick", 40, 2, 10_000),
                Duration.ofMillis(given.number("--deadline", 1000, 100, 10_000)),
                given.value("--ailments", Ailment.all(), SickOptions::ailments),
                given.number("--seconds", 40, 1, 600),
                given.number("--rounds", 3, 1, 100),
                given.number("--limit", 1, 1000),
                given.output("sick-backend"));
    }

    static SickOptions parse(String... words) {
        return Arguments.read(SickOptions::new, List.of(), words);
    }

    private static List<Ailment> ailments(String value) {
        List<String> known = Ailment.all().stream().map(Ailment::label).toList();
        List<String> wanted = Arguments.someOf("--ailments", value, known);
        return Ailment.all().stream()
                .filter(ailment -> wanted.contains(ailment.label()))
                .toList();
    }

    /** Between two questions of a caller who does not need it. */
    Duration interval() {
        return Duration.ofSeconds(callers).dividedBy(rate);
    }

    /** Connections of those who need it as a required part, and as many of the others. */
    int sickCallers() {
        return Math.max(1, Math.toIntExact(deadline.toMillis() * DEADLINES_BETWEEN_QUESTIONS * halfOfSick() / 1000));
    }

    /** Between two questions of one of these. */
    Duration sickInterval() {
        return Duration.ofSeconds(sickCallers()).dividedBy(halfOfSick());
    }

    private int halfOfSick() {
        return sick / 2;
    }
}
