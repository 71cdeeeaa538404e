package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.lab.comparisons.command.Arguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How to measure.
 *
 * @param concurrency requests in flight, and reply channels
 * @param bytes of a request and of its reply
 */
record RequestReplyOptions(
        List<Design> designs,
        int concurrency,
        int workers,
        int prefetch,
        int bytes,
        int rounds,
        Duration round,
        Duration warmUp,
        Path output) {

    static final String HELP = """
        Requests a second and latencies of request/reply, for each design of the job queue.

          --designs LIST       memory,postgres,servicebus,kafka (all of them)
          --concurrency N      requests in flight, and reply channels, 1 to 10000 (64)
          --workers N          workers, 1 to 1000 (4)
          --prefetch N         jobs that a worker holds, 1 to 10000 (16)
          --bytes N            size of a request and of its reply, 1 to 900000 (256)
          --rounds N           measured rounds, 1 to 100 (3)
          --round SECONDS      length of a round, 1 to 600 (5)
          --warm-up SECONDS    before the first round, 1 to 600 (5)
          --output DIRECTORY   for results.md, results.json and logs (target/request-reply)
          --help               this text
        """;

    private static final List<String> DESIGNS =
            Stream.of(Design.values()).map(Design::title).toList();

    private RequestReplyOptions(Arguments given) {
        this(
                given.someOf("--designs", DESIGNS, DESIGNS).stream()
                        .map(name -> Design.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList(),
                given.number("--concurrency", 64, 1, 10_000),
                given.number("--workers", 4, 1, 1_000),
                given.number("--prefetch", 16, 1, 10_000),
                given.number("--bytes", 256, 1, 900_000),
                given.number("--rounds", 3, 1, 100),
                given.seconds("--round", 5, 1, 600),
                given.seconds("--warm-up", 5, 1, 600),
                given.output("request-reply"));
    }

    /** @throws IllegalArgumentException naming the option, when one is wrong */
    static RequestReplyOptions parse(String... words) {
        return Arguments.read(RequestReplyOptions::new, List.of(), words);
    }
}
