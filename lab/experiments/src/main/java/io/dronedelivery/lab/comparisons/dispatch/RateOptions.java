package io.dronedelivery.lab.comparisons.dispatch;

import static io.dronedelivery.lab.comparisons.command.CommandLine.number;
import static io.dronedelivery.lab.comparisons.command.CommandLine.setting;

import io.dronedelivery.lab.comparisons.command.CommandLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

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
        Set<String> senders,
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

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException naming the option that is unknown, incomplete or out of range
     */
    static RateOptions parse(String... arguments) {
        Builder builder = new Builder();
        CommandLine.read(builder, arguments);
        return builder.build();
    }

    private static final class Builder implements CommandLine.Options {

        private int rounds = 5;
        private int seconds = 5;
        private int warmUp = 10;
        private int inFlight = 256;
        private int batch = 100;
        private int batches = 8;
        private int connections = 1;
        private int size = 1024;
        private Set<String> senders = Set.of();
        private final List<String> publisherSettings = new ArrayList<>();
        private OptionalInt limit = OptionalInt.empty();
        private Path output = Path.of("target", "dispatcher");

        @Override
        public void set(String name, String value) {
            switch (name) {
                case "--rounds" -> rounds = number(name, value, 1, 100);
                case "--seconds" -> seconds = number(name, value, 1, 600);
                case "--warmup" -> warmUp = number(name, value, 1, 600);
                case "--in-flight" -> inFlight = number(name, value, 1, 10_000);
                case "--batch" -> batch = number(name, value, 2, 4500);
                case "--batches" -> batches = number(name, value, 1, 100);
                case "--connections" -> connections = number(name, value, 1, 100);
                case "--size" -> size = number(name, value, 2, 200_000);
                case "--senders" -> senders = names(value);
                case "--publisher" -> publisherSettings.add(setting(name, value));
                case "--limit" -> limit = OptionalInt.of(number(name, value, 1, 1000));
                case "--output" -> output = Path.of(value);
                default -> throw CommandLine.unknown(name);
            }
        }

        private static Set<String> names(String value) {
            Set<String> names = new LinkedHashSet<>(List.of(value.split(",")));
            for (String name : names) {
                if (!DispatcherRate.SENDERS.contains(name)) {
                    throw new IllegalArgumentException("--senders: there is no '" + name + "'; there are "
                            + String.join(", ", DispatcherRate.SENDERS));
                }
            }
            return names;
        }

        RateOptions build() {
            if (batch * batches > 10_000) {
                throw new IllegalArgumentException(
                        "--batch times --batches must be 10000 at most, the dispatcher's highest concurrency");
            }
            return new RateOptions(
                    rounds,
                    Duration.ofSeconds(seconds),
                    Duration.ofSeconds(warmUp),
                    inFlight,
                    batch,
                    batches,
                    connections,
                    size,
                    senders,
                    List.copyOf(publisherSettings),
                    limit,
                    output);
        }
    }
}
