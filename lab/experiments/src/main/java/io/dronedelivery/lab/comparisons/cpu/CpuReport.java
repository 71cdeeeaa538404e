package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.kit.history.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param setting what the figures depend on, by name
 * @param lines one for each aggregator; the first is the one that the others are compared with
 */
record CpuReport(Map<String, String> setting, List<CpuLine> lines) {

    /** The figures of one aggregator. Times in microseconds of CPU and milliseconds of latency. */
    record CpuLine(
            String name,
            String aggregator,
            Spread cpuMicrosPerRequest,
            Spread compilersPercent,
            Spread requestsPerSecond,
            Spread p50Millis,
            Spread p99Millis,
            long requests,
            List<Double> roundsCpuMicrosPerRequest) {

        static CpuLine of(Peer peer, List<CpuRound> rounds) {
            return new CpuLine(
                    peer.name(),
                    peer.title(),
                    Spread.of(rounds, CpuRound::cpuMicrosPerRequest),
                    Spread.of(rounds, round -> 100 * round.compilersShare()),
                    Spread.of(rounds, CpuRound::requestsPerSecond),
                    Spread.of(rounds, round -> round.load().p50Millis()),
                    Spread.of(rounds, round -> round.load().p99Millis()),
                    rounds.stream().mapToLong(round -> round.load().requests()).sum(),
                    rounds.stream().map(CpuRound::cpuMicrosPerRequest).toList());
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
        List<String> rows = new ArrayList<>();
        rows.add("| aggregator | CPU/request, median (min to max) | beside the first | JIT compilers' part | requests/s"
                + " | p50 | p99 | requests |");
        rows.add("|---|---|---|---|---|---|---|---|");
        double first = lines.get(0).cpuMicrosPerRequest().median();
        for (CpuLine line : lines) {
            Spread cpu = line.cpuMicrosPerRequest();
            rows.add(String.format(
                    Locale.ROOT,
                    "| %s | %.1f µs (%.1f to %.1f) | %.2f | %.1f %% | %,.0f | %.2f ms | %.2f ms | %,d |",
                    line.aggregator(),
                    cpu.median(),
                    cpu.min(),
                    cpu.max(),
                    cpu.median() / first,
                    line.compilersPercent().median(),
                    line.requestsPerSecond().median(),
                    line.p50Millis().median(),
                    line.p99Millis().median(),
                    line.requests()));
        }
        comparison().ifPresent(comparison -> rows.addAll(List.of("", comparison.sentence())));
        return String.join("\n", rows);
    }

    String markdown() {
        return ComparisonResults.markdown("CPU time per aggregated request", table(), setting);
    }

    /** Writes and prints it. */
    void tell(Path directory) throws IOException {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("setting", setting);
        content.put("aggregators", lines);
        comparison().ifPresent(comparison -> content.put("besideSecondJar", comparison));
        ComparisonResults.tell(directory, content, markdown(), besidePeers());
    }
}
