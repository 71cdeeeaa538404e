package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.command.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Measures what one aggregated request costs the gateway, beside a bare aggregator in the same run. */
public final class GatewayCpuPerRequest {

    private final CpuOptions options;
    private final LoadGenerator load;

    private GatewayCpuPerRequest(CpuOptions options) throws IOException {
        this.options = options;
        this.load = loadGenerator(options);
    }

    /** See {@code --help}; ends with 0, with 1 when the run failed or missed a limit, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(
                CpuOptions.HELP, CpuOptions::parse, options -> withinLimit(run(options), options), args));
    }

    /**
     * Starts everything, measures, writes the results and stops everything.
     *
     * @throws IOException when a process does not start or stay, or an answer is not what it should be
     */
    static CpuReport run(CpuOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        CpuReport report = new GatewayCpuPerRequest(options).measure();
        report.tell(options.output());
        return report;
    }

    private static boolean withinLimit(CpuReport report, CpuOptions options) {
        double limit = options.limitMicros().orElse(Double.MAX_VALUE);
        return report.comparison().stream().noneMatch(JarComparison::isMissed)
                && report.lines().stream()
                        .filter(line -> line.name().equals(Peer.GATEWAY))
                        .allMatch(line -> line.cpuMicrosPerRequest().median() <= limit);
    }

    private static LoadGenerator loadGenerator(CpuOptions options) throws IOException {
        if (options.load().equals("built-in")) {
            return new BuiltInLoad(options.connections());
        }
        Optional<WrkLoad> wrk = WrkLoad.find(options.connections(), options.output());
        if (wrk.isEmpty() && options.load().equals("wrk")) {
            throw new IllegalArgumentException("--load wrk: there is no wrk on the PATH");
        }
        return wrk.<LoadGenerator>map(found -> found).orElseGet(() -> new BuiltInLoad(options.connections()));
    }

    private CpuReport measure() throws IOException, InterruptedException {
        Map<String, String> setting = Setting.describe(options, load);
        List<CpuReport.CpuLine> lines = new ArrayList<>();
        Map<String, List<CpuRound>> rounds = new HashMap<>();
        for (int start = 1; start <= options.starts(); start++) {
            try (Cast cast = Cast.start(options)) {
                warmUp(cast);
                rounds(cast, start);
                if (options.profile() && start == options.starts()) {
                    profile(cast);
                }
                lines.clear();
                for (Aggregator aggregator : cast.aggregators()) {
                    List<CpuRound> all =
                            rounds.computeIfAbsent(aggregator.peer().name(), name -> new ArrayList<>());
                    all.addAll(aggregator.rounds());
                    lines.add(CpuReport.CpuLine.of(aggregator.peer(), all));
                }
            }
        }
        return new CpuReport(setting, lines);
    }

    private void warmUp(Cast cast) throws IOException, InterruptedException {
        for (Aggregator aggregator : cast.aggregators()) {
            progress("%s: warm-up", aggregator.peer().title());
            Duration time = aggregator.warmUp(load, options);
            progress("%s: warm after %d s", aggregator.peer().title(), time.toSeconds());
        }
    }

    private void rounds(Cast cast, int start) throws IOException, InterruptedException {
        int before = (start - 1) * options.rounds();
        for (int round = before + 1; round <= before + options.rounds(); round++) {
            for (Aggregator aggregator : inTurn(cast.aggregators(), round)) {
                CpuRound result = aggregator.measure(load, options.roundTime());
                progress(
                        "round %d of %d, %s: %.1f µs, %.0f requests/s",
                        round,
                        options.starts() * options.rounds(),
                        aggregator.peer().title(),
                        result.cpuMicrosPerRequest(),
                        result.requestsPerSecond());
            }
        }
    }

    /** Each second round has the opposite order, so that a machine that slows down or speeds up favours no aggregator. */
    static <A> List<A> inTurn(List<A> aggregators, int round) {
        List<A> order = new ArrayList<>(aggregators);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private void profile(Cast cast) throws IOException, InterruptedException {
        for (Aggregator aggregator : cast.aggregators()) {
            progress("%s: profile", aggregator.peer().title());
            aggregator.profile(load, options);
        }
    }

    private static void progress(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
