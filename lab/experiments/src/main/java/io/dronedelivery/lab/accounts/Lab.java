package io.dronedelivery.lab.accounts;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.dispatch.DispatchAccount;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns;
import io.dronedelivery.lab.accounts.replypool.ReplyPool;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut;
import io.dronedelivery.lab.accounts.stepload.StepLoad;
import io.dronedelivery.lab.accounts.telemetry.TelemetryLab;
import io.dronedelivery.lab.kit.process.ParentWatch;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.loadtest.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Runs experiments: {@code mvn -Plab verify -Dexperiment=step-load -Dprofile=short}. Ends with 0 when every check holds, 1 when one
 * does not or the experiment cannot be run, and 2 when a setting is wrong.
 */
public final class Lab {

    private static final String ALL = "all";
    /** What there is: the experiments, and the settings that one alone reads. Without it they are refused, as they would do nothing. */
    private record Known(
            String name, BiFunction<LabSettings, Settings, Experiment<?, ?>> reader, List<String> ownSettings) {

        Known(String name, BiFunction<LabSettings, Settings, Experiment<?, ?>> reader) {
            this(name, reader, List.of());
        }
    }

    private static final List<Known> EXPERIMENTS = List.of(
            new Known(DispatchAccount.NAME, DispatchAccount::new),
            new Known(QueueDesigns.NAME, QueueDesigns::new),
            new Known(ReplyPool.NAME, ReplyPool::new),
            new Known(ScaleOut.NAME, ScaleOut::new),
            new Known(StepLoad.NAME, StepLoad::new, List.of("duration", "lab.sampling")),
            new Known(TelemetryLab.NAME, TelemetryLab::new));

    private Lab() {}

    public static void main(String... arguments) {
        ParentWatch.begin();
        System.exit(run(Settings.ofSystemProperties(), System.out, System.err));
    }

    /** Public for tests of experiments, which see what a user sees. */
    public static int run(Settings given, PrintStream out, PrintStream err) {
        LabSettings settings;
        Map<String, Experiment<?, ?>> prepared = new LinkedHashMap<>();
        try {
            String name = given.text("experiment", ALL);
            List<Known> chosen = chosen(name);
            refuseUnread(name, chosen, given);
            settings = LabSettings.of(given);
            for (Known known : chosen) {
                prepared.put(known.name(), known.reader().apply(settings, given));
            }
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        }
        boolean holds = true;
        for (Map.Entry<String, Experiment<?, ?>> experiment : prepared.entrySet()) {
            if (Thread.currentThread().isInterrupted()) {
                return 1;
            }
            holds &= run(experiment.getKey(), experiment.getValue(), settings, out, err);
        }
        return holds ? 0 : 1;
    }

    private static List<Known> chosen(String name) {
        List<Known> chosen = EXPERIMENTS.stream()
                .filter(experiment -> name.equals(ALL) || name.equals(experiment.name()))
                .toList();
        if (chosen.isEmpty()) {
            throw Settings.bad(
                    "experiment",
                    name,
                    "all or one of: " + EXPERIMENTS.stream().map(Known::name).collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    private static void refuseUnread(String name, List<Known> chosen, Settings given) {
        for (Known other : EXPERIMENTS) {
            for (String setting : other.ownSettings()) {
                String value = given.text(setting, "");
                if (!chosen.contains(other) && !value.isEmpty()) {
                    throw Settings.bad(
                            setting,
                            value,
                            "nothing with -Dexperiment=" + name + ": " + other.name() + " alone reads it");
                }
            }
        }
    }

    private static boolean run(
            String name, Experiment<?, ?> experiment, LabSettings settings, PrintStream out, PrintStream err) {
        Path folder = settings.output().resolve(name);
        try {
            List<Check> checks = experiment.run(out);
            out.println();
            for (Check check : checks) {
                out.printf("%s  %s: %s%n", check.outcome(), check.name(), check.figure());
            }
            out.println();
            out.println("Page:    " + folder.resolve("index.html").toUri());
            out.println("All:     " + settings.output().resolve("index.html").toUri());
            out.println("Logs:    " + folder.resolve("logs"));
            return checks.stream().noneMatch(Check::fails);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println(name + " was interrupted");
            return false;
        } catch (Exception e) {
            err.println(name + " could not be run: " + (e.getMessage() == null ? e : e.getMessage()));
            err.println("Logs:    " + folder.resolve("logs"));
            return false;
        }
    }
}
