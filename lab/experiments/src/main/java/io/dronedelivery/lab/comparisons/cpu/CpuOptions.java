package io.dronedelivery.lab.comparisons.cpu;

import static io.dronedelivery.lab.comparisons.command.CommandLine.file;
import static io.dronedelivery.lab.comparisons.command.CommandLine.number;
import static io.dronedelivery.lab.comparisons.command.CommandLine.oneOf;
import static io.dronedelivery.lab.comparisons.command.CommandLine.setting;

import io.dronedelivery.lab.comparisons.command.CommandLine;
import io.dronedelivery.lab.kit.process.JvmFlags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a run, see {@link #HELP}.
 *
 * @param jar null for the classes of this build
 * @param secondJar null unless {@code aggregators} has {@link Peer#SECOND}
 */
record CpuOptions(
        int starts,
        int rounds,
        Duration roundTime,
        Duration warmUp,
        int connections,
        String load,
        List<String> jvmFlags,
        List<String> gatewaySettings,
        @Nullable Path jar,
        @Nullable Path secondJar,
        List<String> aggregators,
        boolean profile,
        OptionalDouble limitMicros,
        Path output) {

    private static final List<String> JVM_FLAGS = JvmFlags.withHeap("512m");

    static final String HELP = """
        CPU time per aggregated request: the gateway beside a bare reactor-netty aggregator.

        A static backend, the bare aggregator and the gateway run in a JVM each, on the loopback address. The
        aggregators get the same load in turns, and the CPU time of each process is read before and after each round.

          --rounds N         measured rounds for each aggregator and start, 1 to 100 (5; 3 with --second-jar)
          --starts N         how often each aggregator is started, warmed up and measured, 1 to 20 (1; 3 with --second-jar)
          --seconds N        length of a round, 1 to 600 (6)
          --warmup N         at most so many seconds of load on each aggregator before the first round, 1 to 600 (40);
                             fewer when its CPU per request no longer falls
          --connections N    connections that are kept busy, 1 to 10000 (64)
          --load NAME        wrk, built-in, or auto: wrk where it is installed (auto)
          --jvm FLAGS        flags of each JVM, separated by blanks
                             (%s)
          --gateway SETTING  a further setting of the gateway, key=value; can be repeated
          --jar PATH         the gateway's runnable jar (without it, the classes of this build)
          --second-jar PATH  a gateway's jar of another commit, which is measured in turn with the one of --jar: as the aggregator
                             gateway-second, the last one; the others are then the gateway alone by default. Exit with 1 when
                             the gateway costs more in every round, or when one of both was not warm
          --aggregators LIST which ones, in the order of the report (bare,gateway); there are also
                             gateway-token, which asks its callers for a token and gets the same one each time,
                             gateway-telemetry, which sends its telemetry to one more JVM, and glue, which is
                             WebFlux, WebClient and objects as written by hand
          --profile          after the rounds, record where each aggregator spends its CPU (JFR)
          --limit MICROS     exit with 1 when the gateway's median is above
          --output DIR       where results.json, results.md and the processes' logs go (target/gateway-cpu)
          --help             this text
        """.formatted(String.join(" ", JVM_FLAGS));

    private static final int ROUNDS = 5;

    /** Two processes of the same jar differ by some percent, because the JVM compiles each in another way: so each jar is started three times. */
    private static final int OF_TWO_JARS = 3;

    private static final List<String> LOADS = List.of("auto", "wrk", "built-in");

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException naming the option that is unknown, incomplete or out of range
     */
    static CpuOptions parse(String... arguments) {
        Builder builder = new Builder();
        CommandLine.read(builder, arguments);
        return builder.build();
    }

    private static final class Builder implements CommandLine.Options {

        private OptionalInt starts = OptionalInt.empty();
        private OptionalInt rounds = OptionalInt.empty();
        private Duration roundTime = Duration.ofSeconds(6);
        private Duration warmUp = Duration.ofSeconds(40);
        private int connections = 64;
        private String load = "auto";
        private List<String> jvmFlags = JVM_FLAGS;
        private final List<String> gatewaySettings = new ArrayList<>();
        private @Nullable Path jar;
        private @Nullable Path secondJar;
        private List<String> aggregators = List.of();
        private boolean profile;
        private OptionalDouble limitMicros = OptionalDouble.empty();
        private Path output = Path.of("target", "gateway-cpu");

        @Override
        public boolean flag(String name) {
            boolean known = name.equals("--profile");
            profile |= known;
            return known;
        }

        @Override
        public void set(String name, String value) {
            switch (name) {
                case "--rounds" -> rounds = OptionalInt.of(number(name, value, 1, 100));
                case "--starts" -> starts = OptionalInt.of(number(name, value, 1, 20));
                case "--seconds" -> roundTime = Duration.ofSeconds(number(name, value, 1, 600));
                case "--warmup" -> warmUp = Duration.ofSeconds(number(name, value, 1, 600));
                case "--connections" -> connections = number(name, value, 1, 10_000);
                case "--load" -> load = oneOf(name, value, LOADS);
                case "--aggregators" -> aggregators = aggregators(name, value);
                case "--jvm" ->
                    jvmFlags =
                            value.isBlank() ? List.of() : List.of(value.strip().split("\\s+"));
                case "--gateway" -> gatewaySettings.add(setting(name, value));
                case "--jar" -> jar = file(name, value);
                case "--second-jar" -> secondJar = file(name, value);
                case "--limit" -> limitMicros = OptionalDouble.of(number(name, value, 1, 1_000_000));
                case "--output" -> output = Path.of(value);
                default -> throw CommandLine.unknown(name);
            }
        }

        private static List<String> aggregators(String name, String value) {
            return Stream.of(value.split(","))
                    .distinct()
                    .map(one -> oneOf(name, one, Peer.ALL))
                    .toList();
        }

        /** With the second gateway at the end. */
        private List<String> allAggregators() {
            if (secondJar == null) {
                return aggregators.isEmpty() ? List.of(Peer.BARE, Peer.GATEWAY) : aggregators;
            }
            if (jar == null) {
                throw new IllegalArgumentException("--second-jar needs --jar, so that both gateways start alike");
            }
            return Stream.of(aggregators, List.of(Peer.GATEWAY, Peer.SECOND))
                    .flatMap(List::stream)
                    .distinct()
                    .toList();
        }

        CpuOptions build() {
            if (profile) {
                jvmFlags = Stream.concat(jvmFlags.stream(), Stream.of(Profile.JVM_FLAG))
                        .toList();
            }
            return new CpuOptions(
                    starts.orElse(secondJar == null ? 1 : OF_TWO_JARS),
                    rounds.orElse(secondJar == null ? ROUNDS : OF_TWO_JARS),
                    roundTime,
                    warmUp,
                    connections,
                    load,
                    jvmFlags,
                    List.copyOf(gatewaySettings),
                    jar,
                    secondJar,
                    allAggregators(),
                    profile,
                    limitMicros,
                    output);
        }
    }
}
