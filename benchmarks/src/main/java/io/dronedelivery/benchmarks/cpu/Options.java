package io.dronedelivery.benchmarks.cpu;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What can be asked of a run, see {@link #HELP}. */
record Options(
        int rounds,
        Duration roundTime,
        Duration warmUp,
        int connections,
        String load,
        List<String> jvmFlags,
        List<String> gatewaySettings,
        List<String> aggregators,
        boolean profile,
        OptionalDouble limitMicros,
        Path output,
        boolean help) {

    static final String HELP =
            """
            CPU time per aggregated request: the gateway beside a bare reactor-netty aggregator.

            A static backend, the bare aggregator and the gateway run in a JVM each, on the loopback address. The
            aggregators get the same load in turns, and the CPU time of each process is read before and after each round.

              --rounds N         measured rounds for each aggregator, 1 to 100 (5)
              --seconds N        length of a round, 1 to 600 (6)
              --warmup N         at most so many seconds of load on each aggregator before the first round, 1 to 600 (40);
                                 fewer when its CPU per request no longer falls
              --connections N    connections that are kept busy, 1 to 10000 (64)
              --load NAME        wrk, built-in, or auto: wrk where it is installed (auto)
              --jvm FLAGS        flags of each JVM, separated by blanks (-Xms512m -Xmx512m)
              --gateway SETTING  a further setting of the gateway, key=value; can be repeated
              --aggregators LIST which ones, in the order of the report (bare,gateway); there are also
                                 gateway-telemetry, which sends its telemetry to one more JVM, and glue, which is
                                 WebFlux, WebClient and objects as written by hand
              --profile          after the rounds, record where each aggregator spends its CPU (JFR)
              --limit MICROS     exit with 1 when the gateway's median is above
              --output DIR       where results.json, results.md and the processes' logs go (target/gateway-cpu)
              --help             this text
            """;

    private static final List<String> LOADS = List.of("auto", "wrk", "built-in");

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException naming the option that is unknown, incomplete or out of range
     */
    static Options parse(String... arguments) {
        Builder builder = new Builder();
        List<String> words = split(arguments);
        for (int i = 0; i < words.size(); i++) {
            String name = words.get(i);
            if (!builder.flag(name)) {
                if (i + 1 == words.size()) {
                    throw new IllegalArgumentException(name + " is unknown or lacks its value");
                }
                builder.value(name, words.get(++i));
            }
        }
        return builder.build();
    }

    /** {@code --name=value} is {@code --name value}. */
    private static List<String> split(String... arguments) {
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (argument.startsWith("--") && equals > 0) {
                words.add(argument.substring(0, equals));
                words.add(argument.substring(equals + 1));
            } else {
                words.add(argument);
            }
        }
        return words;
    }

    private static final class Builder {

        private int rounds = 5;
        private Duration roundTime = Duration.ofSeconds(6);
        private Duration warmUp = Duration.ofSeconds(40);
        private int connections = 64;
        private String load = "auto";
        private List<String> jvmFlags = List.of("-Xms512m", "-Xmx512m");
        private final List<String> gatewaySettings = new ArrayList<>();
        private List<String> aggregators = List.of(Peer.BARE, Peer.GATEWAY);
        private boolean profile;
        private OptionalDouble limitMicros = OptionalDouble.empty();
        private Path output = Path.of("target", "gateway-cpu");
        private boolean help;

        boolean flag(String name) {
            switch (name) {
                case "--profile" -> profile = true;
                case "--help", "-h" -> help = true;
                default -> {
                    return false;
                }
            }
            return true;
        }

        void value(String name, String value) {
            switch (name) {
                case "--rounds" -> rounds = number(name, value, 100);
                case "--seconds" -> roundTime = Duration.ofSeconds(number(name, value, 600));
                case "--warmup" -> warmUp = Duration.ofSeconds(number(name, value, 600));
                case "--connections" -> connections = number(name, value, 10_000);
                case "--load" -> load = oneOf(name, value, LOADS);
                case "--aggregators" -> aggregators = aggregators(name, value);
                case "--jvm" ->
                    jvmFlags =
                            value.isBlank() ? List.of() : List.of(value.strip().split("\\s+"));
                case "--gateway" -> gatewaySettings.add(setting(name, value));
                case "--limit" -> limitMicros = OptionalDouble.of(number(name, value, 1_000_000));
                case "--output" -> output = Path.of(value);
                default -> throw new IllegalArgumentException(name + " is not an option; --help lists them");
            }
        }

        private static int number(String name, String value, int most) {
            if (!value.matches("[0-9]{1,7}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > most) {
                throw new IllegalArgumentException(
                        name + " must be a whole number from 1 to " + most + ", not '" + value + "'");
            }
            return Integer.parseInt(value);
        }

        private static List<String> aggregators(String name, String value) {
            return Stream.of(value.split(","))
                    .distinct()
                    .map(one -> oneOf(name, one, Peer.ALL))
                    .toList();
        }

        private static String oneOf(String name, String value, List<String> allowed) {
            if (!allowed.contains(value)) {
                throw new IllegalArgumentException(
                        name + " must be one of " + String.join(", ", allowed) + ", not '" + value + "'");
            }
            return value;
        }

        private static String setting(String name, String value) {
            if (value.indexOf('=') < 1) {
                throw new IllegalArgumentException(name + " must have the form key=value, not '" + value + "'");
            }
            return "--" + value;
        }

        Options build() {
            if (profile) {
                jvmFlags = Stream.concat(jvmFlags.stream(), Stream.of(Profile.JVM_FLAG))
                        .toList();
            }
            return new Options(
                    rounds,
                    roundTime,
                    warmUp,
                    connections,
                    load,
                    jvmFlags,
                    List.copyOf(gatewaySettings),
                    aggregators,
                    profile,
                    limitMicros,
                    output,
                    help);
        }
    }
}
