package io.dronedelivery.lab.comparisons.dispatch;

import io.dronedelivery.lab.comparisons.command.Arguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** What can be asked of a run, see {@link #HELP}. */
record RateOptions(
        int rounds,
        Duration roundTime,
        Duration warmUp,
        int inFlight,
        int batch,
        int batches,
        int connections,
        int size,
        List<String> senders,
        List<String> publisherSettings,
        OptionalInt limitPercent,
        Path output) {

    static final String HELP = """
        Messages a second: the dispatcher beside the bare SDK sender, in turns, against a broker in a JVM of its own.

          --rounds N         measured rounds for each sender, 1 to 100 (5)
          --seconds N        length of a round, 1 to 600 (5)
          --warmup N         seconds of load on each sender before the first round, 1 to 600 (10)
          --in-flight N      messages in flight with single sends, 1 to 10000 (256)
          --batch N          messages in a transfer at most, where there are several, 2 to 4500 (100)
          --batches N        such transfers in flight, 1 to 100 (8)
          --connections N    connections of each sender, 1 to 100 (1)
          --size BYTES       of data in a message, 2 to 200000 (1024)
          --senders A,B      those only; of bare, bare-events, dispatcher-single, bare-batches, bare-batches-events, dispatcher
          --publisher K=V    a further setting of our publisher, such as messaging.servicebus.lanes=4; can be repeated
          --limit PERCENT    exit with 1 when the dispatcher sends less of the bare SDK's rate with whole events, single or batched
          --output DIR       where results.json, results.md and the broker's log go (target/dispatcher)
          --help             this text
        """;

    RateOptions {
        if (batch * batches > 10_000) {
            throw new IllegalArgumentException(
                    "--batch times --batches must be 10000 at most, the dispatcher's highest concurrency");
        }
    }

    private RateOptions(Arguments given) {
        this(
                given.number("--rounds", 5, 1, 100),
                given.seconds("--seconds", 5, 1, 600),
                given.seconds("--warmup", 10, 1, 600),
                given.number("--in-flight", 256, 1, 10_000),
                given.number("--batch", 100, 2, 4500),
                given.number("--batches", 8, 1, 100),
                given.number("--connections", 1, 1, 100),
                given.number("--size", 1024, 2, 200_000),
                given.someOf("--senders", DispatcherRate.SENDERS, DispatcherRate.SENDERS),
                given.settings("--publisher"),
                given.number("--limit", 1, 1000),
                given.output("dispatcher"));
    }

    /** @throws IllegalArgumentException naming the option that is unknown, incomplete or out of range */
    static RateOptions parse(String... words) {
        return Arguments.read(RateOptions::new, List.of(), words);
    }
}
