package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.cpu.Aggregator.ColdStart;
import io.dronedelivery.lab.comparisons.cpu.Aggregator.CpuRound;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param lines one for each aggregator; the first is the one that the others are compared with
 */
record CpuReport(List<CpuLine> lines) {

    /**
     * The figures of one aggregator. Times in microseconds of CPU and milliseconds of latency.
     *
     * @param coldStart of its last JVM
     * @param residentMegabytes of the same at the end, 0 where the system does not tell
     */
    record CpuLine(
            String name,
            String aggregator,
            Spread cpuMicrosPerRequest,
            Spread compilersPercent,
            Spread requestsPerSecond,
            Spread p50Millis,
            Spread p99Millis,
            long requests,
            List<Double> roundsCpuMicrosPerRequest,
            ColdStart coldStart,
            long residentMegabytes) {

        static CpuLine of(Aggregator aggregator, List<CpuRound> rounds) throws IOException {
            Peer peer = aggregator.peer();
            return new CpuLine(
                    peer.name(),
                    peer.title(),
                    Spread.of(rounds, CpuRound::cpuMicrosPerRequest),
                    Spread.of(rounds, round -> 100 * round.compilersShare()),
                    Spread.of(rounds, CpuRound::requestsPerSecond),
                    Spread.of(rounds, round -> round.load().p50Millis()),
                    Spread.of(rounds, round -> round.load().p99Millis()),
                    rounds.stream().mapToLong(round -> round.load().requests()).sum(),
                    rounds.stream().map(CpuRound::cpuMicrosPerRequest).toList(),
                    aggregator.coldStart(),
                    aggregator.residentMemory() >> 20);
        }
    }

    /** Of the two gateways, where there are two. */
    Optional<JarComparison> comparison() {
        return line(Peer.GATEWAY).flatMap(first -> line(Peer.SECOND).map(second -> JarComparison.of(first, second)));
    }

    /** Each aggregator beside the first; of two gateways the first beside the second, which is the earlier one. */
    private List<Measurement> besidePeers() {
        CpuLine first = lines.get(0);
        return lines.stream()
                .skip(1)
                .map(line -> line.name().equals(Peer.SECOND)
                        ? beside(first, "an earlier gateway", line)
                        : beside(line, first.aggregator(), first))
                .toList();
    }

    private static Measurement beside(CpuLine line, String peer, CpuLine other) {
        return line.cpuMicrosPerRequest()
                .beside(peer, other.cpuMicrosPerRequest(), "CPU per request: " + line.aggregator(), "µs");
    }

    private Optional<CpuLine> line(String name) {
        return lines.stream().filter(line -> line.name().equals(name)).findFirst();
    }

    String table() {
        double first = lines.get(0).cpuMicrosPerRequest().median();
        return Table.of(lines)
                        .column("aggregator", CpuLine::aggregator)
                        .column(
                                "CPU/request, median (min to max)",
                                line -> line.cpuMicrosPerRequest().text("%.1f µs (%.1f to %.1f)"))
                        .column(
                                "beside the first",
                                "%.2f",
                                line -> line.cpuMicrosPerRequest().median() / first)
                        .column(
                                "JIT compilers' part",
                                "%.1f %%",
                                line -> line.compilersPercent().median())
                        .column(
                                "requests/s",
                                "%,.0f",
                                line -> line.requestsPerSecond().median())
                        .column("p50", "%.2f ms", line -> line.p50Millis().median())
                        .column("p99", "%.2f ms", line -> line.p99Millis().median())
                        .column("requests", "%,d", CpuLine::requests)
                + "\n"
                + Table.of(lines)
                        .column("aggregator", CpuLine::aggregator)
                        .column(
                                "CPU until the first answer",
                                "%.1f s",
                                line -> line.coldStart().untilFirstAnswer().toMillis() / 1000.0)
                        .column(
                                "CPU of each of the next 1,000 requests",
                                "%,d µs",
                                line -> line.coldStart().perRequest().toNanos() / 1000)
                        .column("resident memory at the end", "%d MB", CpuLine::residentMegabytes)
                + comparison().map(comparison -> "\n" + comparison.sentence()).orElse("");
    }

    /** Writes and prints it. */
    void tell(ComparisonReport about, Path directory) throws IOException {
        comparison().ifPresent(comparison -> about.figure("besideSecondJar", comparison));
        about.figure("aggregators", lines).tell(directory, table(), besidePeers());
    }
}
