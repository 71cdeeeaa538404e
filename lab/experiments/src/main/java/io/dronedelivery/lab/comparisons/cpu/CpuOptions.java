package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.comparisons.command.Arguments;
import io.dronedelivery.lab.kit.process.JvmFlags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        int partBytes,
        String load,
        List<String> jvmFlags,
        List<String> gatewaySettings,
        @Nullable Path jar,
        @Nullable Path secondJar,
        List<String> aggregators,
        boolean profile,
        OptionalInt limitMicros,
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
          --part-bytes N     length to which each part is filled up, 560 to 67108864 (560)
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
                             WebFlux, WebClient and objects as written by hand; hyper, which is written by
                             hand in Rust and needs cargo; nginx with Lua; plan-two, plan-chain, plan-eleven,
                             plan-each and plan-cached are gateways with other aggregations
          --profile          after the rounds, record where each JVM spends its CPU (JFR)
          --limit MICROS     exit with 1 when the gateway's median is above
          --output DIR       where results.json, results.md and the processes' logs go (target/gateway-cpu)
          --help             this text
        """.formatted(String.join(" ", JVM_FLAGS));

    /** Two processes of the same jar differ by some percent, because the JVM compiles each in another way: so each jar is started three times. */
    private static final int OF_TWO_JARS = 3;

    private static final List<String> LOADS = List.of("auto", "wrk", "built-in");

    private CpuOptions(Arguments given) {
        this(
                given,
                given.file("--jar"),
                given.file("--second-jar"),
                given.flag("--profile"),
                given.number("--part-bytes", 560, 560, 67_108_864));
    }

    private CpuOptions(Arguments given, @Nullable Path jar, @Nullable Path secondJar, boolean profile, int partBytes) {
        this(
                given.number("--starts", secondJar == null ? 1 : OF_TWO_JARS, 1, 20),
                given.number("--rounds", secondJar == null ? 5 : OF_TWO_JARS, 1, 100),
                given.seconds("--seconds", 6, 1, 600),
                given.seconds("--warmup", 40, 1, 600),
                given.number("--connections", 64, 1, 10_000),
                partBytes,
                given.oneOf("--load", "auto", LOADS),
                Stream.of(
                                given.value("--jvm", JVM_FLAGS, CpuOptions::words).stream(),
                                profile ? Stream.of(Profile.JVM_FLAG) : Stream.<String>empty(),
                                partBytes > 560
                                        ? Stream.of("-D" + AggregatedPart.BYTES + "=" + partBytes)
                                        : Stream.<String>empty())
                        .flatMap(flags -> flags)
                        .toList(),
                given.settings("--gateway"),
                jar,
                secondJar,
                aggregators(given.someOf("--aggregators", List.of(), Peer.ALL), jar, secondJar),
                profile,
                given.number("--limit", 1, 1_000_000),
                given.output("gateway-cpu"));
    }

    /** @throws IllegalArgumentException naming the option that is unknown, incomplete or out of range */
    static CpuOptions parse(String... words) {
        return Arguments.read(CpuOptions::new, List.of("--profile"), words);
    }

    private static List<String> words(String value) {
        return value.isBlank() ? List.of() : List.of(value.strip().split("\\s+"));
    }

    /** With the second gateway at the end. */
    private static List<String> aggregators(List<String> given, @Nullable Path jar, @Nullable Path secondJar) {
        if (secondJar == null) {
            return given.isEmpty() ? List.of(Peer.BARE, Peer.GATEWAY) : given;
        }
        if (jar == null) {
            throw new IllegalArgumentException("--second-jar needs --jar, so that both gateways start alike");
        }
        return Stream.of(given, List.of(Peer.GATEWAY, Peer.SECOND))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }
}
