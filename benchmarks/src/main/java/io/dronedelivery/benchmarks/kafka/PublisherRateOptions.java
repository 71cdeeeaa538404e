package io.dronedelivery.benchmarks.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/** What can be asked of a run, see {@link #HELP}. */
record PublisherRateOptions(
        int rounds,
        int records,
        int warmUpRounds,
        int bytes,
        int partitions,
        int inFlight,
        Duration linger,
        OptionalInt limitPercent,
        Path output,
        boolean help) {

    static final String HELP =
            """
            Events a second published to Kafka: our publisher beside the ProducerPerformance that comes with Kafka.

            The broker runs in a JVM of its own, on the loopback address. Both send in turns from one JVM, with the same
            settings of Kafka's producer (acks=all, idempotent) and records of the same size. Ours have a key and are
            CloudEvents; those of ProducerPerformance have neither, their value is larger instead.

              --rounds=N       measured rounds for each, 1 to 100 (5)
              --records=N      in each round, 1000 to 100000000 (400000)
              --warmup=N       rounds for each before the first that counts, 0 to 100 (2)
              --bytes=N        data in each event, 1 to 900000 (512)
              --partitions=N   of the topic, 1 to 1000 (8)
              --in-flight=N    events that wait for the broker at the same time, 1 to 1000000 (8000)
              --linger=MILLIS  how long both wait for records to send together, 0 to 1000 (5)
              --limit=PERCENT  exit with 1 when ours reaches less of the other's rate
              --output=DIR     where results.json, results.md and the broker's log go (target/kafka-publisher)
              --help           this text
            """;

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException naming the option that is unknown or out of range
     */
    static PublisherRateOptions parse(String... arguments) {
        Values values = new Values();
        Arrays.stream(arguments).forEach(values::read);
        return values.options();
    }

    private static final class Values {

        private int rounds = 5;
        private int records = 400_000;
        private int warmUpRounds = 2;
        private int bytes = 512;
        private int partitions = 8;
        private int inFlight = 8_000;
        private Duration linger = Duration.ofMillis(5);
        private OptionalInt limitPercent = OptionalInt.empty();
        private Path output = Path.of("target", "kafka-publisher");
        private boolean help;

        void read(String argument) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (name) {
                case "--rounds" -> rounds = number(name, value, 1, 100);
                case "--records" -> records = number(name, value, 1_000, 100_000_000);
                case "--warmup" -> warmUpRounds = number(name, value, 0, 100);
                case "--bytes" -> bytes = number(name, value, 1, 900_000);
                case "--partitions" -> partitions = number(name, value, 1, 1_000);
                case "--in-flight" -> inFlight = number(name, value, 1, 1_000_000);
                case "--linger" -> linger = Duration.ofMillis(number(name, value, 0, 1_000));
                case "--limit" -> limitPercent = OptionalInt.of(number(name, value, 1, 1_000));
                case "--output" -> output = Path.of(value);
                case "--help" -> help = true;
                default -> throw new IllegalArgumentException(name + " is not an option; --help lists them");
            }
        }

        private static int number(String name, String value, int least, int most) {
            if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
                throw new IllegalArgumentException(
                        name + " must be a whole number from " + least + " to " + most + ", not '" + value + "'");
            }
            return Integer.parseInt(value);
        }

        PublisherRateOptions options() {
            return new PublisherRateOptions(
                    rounds, records, warmUpRounds, bytes, partitions, inFlight, linger, limitPercent, output, help);
        }
    }
}
