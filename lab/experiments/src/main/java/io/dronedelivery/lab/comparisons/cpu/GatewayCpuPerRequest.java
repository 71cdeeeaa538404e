package io.dronedelivery.lab.comparisons.cpu;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.cpu.Aggregator.CpuRound;
import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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
        System.setProperty(AggregatedPart.BYTES, Integer.toString(options.partBytes()));
        return new GatewayCpuPerRequest(options).measure();
    }

    private static boolean withinLimit(CpuReport report, CpuOptions options) {
        double limit = options.limitMicros().orElse(Integer.MAX_VALUE);
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
        ComparisonReport about = about();
        List<CpuReport.CpuLine> lines = new ArrayList<>();
        Map<String, List<CpuRound>> rounds = new HashMap<>();
        for (int start = 1; start <= options.starts(); start++) {
            try (Children children = new Children()) {
                List<Aggregator> aggregators = Aggregator.start(children, options);
                warmUp(aggregators);
                rounds(aggregators, start);
                if (options.profile() && start == options.starts()) {
                    profile(aggregators);
                }
                lines.clear();
                for (Aggregator aggregator : aggregators) {
                    List<CpuRound> all =
                            rounds.computeIfAbsent(aggregator.peer().name(), name -> new ArrayList<>());
                    all.addAll(aggregator.rounds());
                    lines.add(CpuReport.CpuLine.of(aggregator, all));
                }
            }
        }
        CpuReport report = new CpuReport(lines);
        report.tell(about, options.output());
        return report;
    }

    /** What a run's figures depend on, so that they are not compared with figures of another setting. */
    private ComparisonReport about() {
        ComparisonReport about = new ComparisonReport("CPU time per aggregated request")
                .setting("parts", "3 of " + options.partBytes() + " bytes, fetched at the same time")
                .setting("load", load.name() + ", " + options.connections() + " connections")
                .setting(
                        "rounds",
                        options.starts() * options.rounds() + " of "
                                + options.roundTime().toSeconds()
                                + " s for each aggregator in turns, after at most "
                                + options.warmUp().toSeconds() + " s of warm-up")
                .setting("starts of each aggregator", options.starts() + ", with a part of the rounds each")
                .setting("JVM flags", options.jvmFlags().isEmpty() ? "none" : String.join(" ", options.jvmFlags()))
                .setting("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                .gateway(options.jar(), options.gatewaySettings());
        return options.secondJar() == null
                ? about
                : about.setting("second jar", options.secondJar().toString());
    }

    private void warmUp(List<Aggregator> aggregators) throws IOException, InterruptedException {
        for (Aggregator aggregator : aggregators) {
            say("%s: warm-up", aggregator.peer().title());
            Duration time = aggregator.warmUp(load, options);
            say("%s: warm after %d s", aggregator.peer().title(), time.toSeconds());
        }
    }

    private void rounds(List<Aggregator> aggregators, int start) throws IOException, InterruptedException {
        int before = (start - 1) * options.rounds();
        for (int round = before + 1; round <= before + options.rounds(); round++) {
            for (Aggregator aggregator : inTurn(aggregators, round)) {
                CpuRound result = aggregator.measure(load, options.roundTime());
                say(
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

    private void profile(List<Aggregator> aggregators) throws IOException, InterruptedException {
        for (Aggregator aggregator : aggregators) {
            say("%s: profile", aggregator.peer().title());
            aggregator.profile(load, options);
        }
    }
}
