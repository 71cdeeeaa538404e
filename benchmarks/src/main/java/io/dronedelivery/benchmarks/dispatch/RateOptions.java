package io.dronedelivery.benchmarks.dispatch;

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
        Path output,
        boolean help) {

    static final String HELP =
            """
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
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            if (word.equals("--help")) {
                builder.help = true;
            } else if (equals > 0) {
                builder.set(word.substring(0, equals), word.substring(equals + 1));
            } else if (i + 1 < arguments.length) {
                builder.set(word, arguments[++i]);
            } else {
                throw new IllegalArgumentException(word + " is unknown or lacks its value; --help lists the options");
            }
        }
        return builder.build();
    }

    private static final class Builder {

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
        private boolean help;

        void set(String name, String value) {
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
                default -> throw new IllegalArgumentException(name + " is not an option; --help lists them");
            }
        }

        private static int number(String name, String value, int least, int most) {
            if (!value.matches("[0-9]{1,7}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
                throw new IllegalArgumentException(
                        name + " must be a whole number from " + least + " to " + most + ", not '" + value + "'");
            }
            return Integer.parseInt(value);
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

        private static String setting(String name, String value) {
            if (value.indexOf('=') < 1) {
                throw new IllegalArgumentException(name + " must have the form key=value, not '" + value + "'");
            }
            return "--" + value;
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
                    output,
                    help);
        }
    }
}
