package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.lab.comparisons.command.Arguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** What can be asked of a run, see {@link #HELP}. */
record PublisherRateOptions(
        int rounds,
        int records,
        int warmUpRounds,
        int bytes,
        int partitions,
        int inFlight,
        int list,
        Duration linger,
        OptionalInt limitPercent,
        Path output) {

    static final String HELP = """
        Events a second published to Kafka: our publisher beside the ProducerPerformance that comes with Kafka.

        The broker runs in a JVM of its own, on the loopback address. All send in turns from one JVM, with the same
        settings of Kafka's producer (acks=all, idempotent) and records of the same size. Ours have a key and are
        CloudEvents; those of ProducerPerformance have neither, their value is larger instead. Between the two, a
        loop around Kafka's producer sends the records that ours become, made beforehand.
        In the end our publisher gets lists, with a key for each event and with one key for all of a list.

          --rounds=N       measured rounds for each, 1 to 100 (5)
          --records=N      in each round, 1000 to 100000000 (400000)
          --warmup=N       rounds for each before the first that counts, 0 to 100 (2)
          --bytes=N        data in each event, 1 to 900000 (512)
          --partitions=N   of the topic, 1 to 1000 (8)
          --in-flight=N    events that wait for the broker at the same time, 1 to 1000000 (4000)
          --list=N         events in each list, 2 to 1000 (100), and no more than may wait
          --linger=MILLIS  how long all wait for records to send together, 0 to 1000 (5)
          --limit=PERCENT  exit with 1 when ours reaches less of ProducerPerformance's rate
          --output=DIR     where results.json, results.md and the broker's log go (target/kafka-publisher)
          --help           this text
        """;

    private PublisherRateOptions(Arguments given) {
        this(
                given.number("--rounds", 5, 1, 100),
                given.number("--records", 400_000, 1_000, 100_000_000),
                given.number("--warmup", 2, 0, 100),
                given.number("--bytes", 512, 1, 900_000),
                given.number("--partitions", 8, 1, 1_000),
                given.number("--in-flight", 4_000, 1, 1_000_000),
                given.number("--list", 100, 2, 1_000),
                Duration.ofMillis(given.number("--linger", 5, 0, 1_000)),
                given.number("--limit", 1, 1_000),
                given.output("kafka-publisher"));
    }

    /** @throws IllegalArgumentException naming the option that is unknown or out of range */
    static PublisherRateOptions parse(String... words) {
        return Arguments.read(PublisherRateOptions::new, List.of(), words);
    }

    /** Events in each list: no more than may wait. */
    @Override
    public int list() {
        return Math.min(list, inFlight);
    }
}
