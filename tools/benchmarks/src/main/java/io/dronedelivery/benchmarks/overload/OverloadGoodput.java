package io.dronedelivery.benchmarks.overload;

import io.dronedelivery.benchmarks.command.Command;
import io.dronedelivery.benchmarks.command.Results;
import io.dronedelivery.benchmarks.machine.Machine;
import io.dronedelivery.benchmarks.overload.Answers.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the good answers of a running gateway before, during and after an overload. */
public final class OverloadGoodput {

    private OverloadGoodput() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or stayed below {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(OverloadOptions.HELP, OverloadOptions::parse, OverloadGoodput::withBackend, args));
    }

    private static boolean withBackend(OverloadOptions options) throws IOException, InterruptedException {
        if (options.backendPort() == 0) {
            return run(options);
        }
        try (FixedCapacity backend =
                new FixedCapacity(options.backendPort(), options.capacity(), options.serviceMillis())) {
            System.out.printf("A backend of a fixed capacity is at port %d%n", backend.port());
            return run(options);
        }
    }

    static boolean run(OverloadOptions options) throws IOException, InterruptedException {
        List<Phase> phases = new ArrayList<>();
        phases.add(phase("before", options.usual(), options));
        phases.add(phase("overload", options.connections(), options));
        phases.add(phase("after", options.usual(), options));
        tell(phases, options);
        double before = phases.get(0).goodPerSecond();
        if (before == 0) {
            throw new IOException("There was no good answer before the overload; is the gateway at " + options.target()
                    + " running?");
        }
        return 100 * phases.get(1).goodPerSecond() / before
                >= options.limitPercent().orElse(0);
    }

    private static Phase phase(String name, int connections, OverloadOptions options) throws InterruptedException {
        Answers answers = new Answers(options.goodMillis(), options.seconds());
        Phase phase;
        try (Callers load = Callers.inAClosedLoop(options.target(), options.heedRetryAfter(), answers)) {
            load.open(connections);
            Thread.sleep(options.seconds() * 1000L);
            phase = answers.phase(name, connections);
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %,.0f good answers a second %s%n",
                name,
                phase.goodPerSecond(),
                Arrays.toString(phase.goodBySecond()));
        return phase;
    }

    private static void tell(List<Phase> phases, OverloadOptions options) throws IOException {
        StringBuilder table = new StringBuilder("""
                | | connections | good answers/s | without an optional part | late | refused/s | refusal p50, p99 ms | other | broken |
                |---|---|---|---|---|---|---|---|---|
                """);
        for (Phase phase : phases) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %d | %d | %.0f | %.1f, %.1f | %d | %d |%n",
                    phase.name(),
                    phase.connections(),
                    phase.goodPerSecond(),
                    phase.incomplete(),
                    phase.late(),
                    phase.refusedPerSecond(),
                    phase.refusalP50Millis(),
                    phase.refusalP99Millis(),
                    phase.other(),
                    phase.broken()));
        }
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("asked", options.target().toString());
        setting.put("who is refused", options.heedRetryAfter() ? "asks again after Retry-After" : "asks again at once");
        setting.put("good", "200 within " + options.goodMillis() + " ms");
        setting.put("each phase", options.seconds() + " s");
        setting.putAll(Machine.describe());
        Files.createDirectories(options.output());
        Results.tell(
                options.output(),
                Map.of("setting", setting, "phases", phases),
                Results.markdown("Overload", table.toString(), setting));
    }
}
