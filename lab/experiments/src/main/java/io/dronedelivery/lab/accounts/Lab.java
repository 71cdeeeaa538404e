package io.dronedelivery.lab.accounts;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.Experiment.Prepared;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.dispatch.DispatchAccount;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns;
import io.dronedelivery.lab.accounts.replypool.ReplyPool;
import io.dronedelivery.lab.accounts.scaleout.ScaleOut;
import io.dronedelivery.lab.accounts.stepload.StepLoad;
import io.dronedelivery.lab.accounts.telemetry.TelemetryLab;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.loadtest.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs experiments: {@code mvn -Plab verify -Dexperiment=step-load -Dprofile=short}. Ends with 0 when every check holds, 1 when one
 * does not or the experiment cannot be run, and 2 when a setting is wrong.
 */
public final class Lab {

    private static final String ALL = "all";
    private static final List<Experiment> EXPERIMENTS = List.of(
            DispatchAccount.EXPERIMENT,
            QueueDesigns.EXPERIMENT,
            ReplyPool.EXPERIMENT,
            ScaleOut.EXPERIMENT,
            StepLoad.EXPERIMENT,
            TelemetryLab.EXPERIMENT);

    private Lab() {}

    public static void main(String... arguments) {
        System.exit(run(Settings.ofSystemProperties(), System.out, System.err));
    }

    /** Public for tests of experiments, which see what a user sees. */
    public static int run(Settings given, PrintStream out, PrintStream err) {
        LabSettings settings;
        Map<String, Prepared> prepared = new LinkedHashMap<>();
        try {
            String name = given.text("experiment", ALL);
            List<Experiment> chosen = chosen(name);
            refuseUnread(name, chosen, given);
            settings = LabSettings.of(given);
            for (Experiment experiment : chosen) {
                prepared.put(experiment.name(), experiment.preparation().of(settings, given));
            }
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        }
        boolean holds = true;
        for (Map.Entry<String, Prepared> experiment : prepared.entrySet()) {
            if (Thread.currentThread().isInterrupted()) {
                return 1;
            }
            holds &= run(experiment.getKey(), experiment.getValue(), settings, out, err);
        }
        return holds ? 0 : 1;
    }

    private static List<Experiment> chosen(String name) {
        List<Experiment> chosen = EXPERIMENTS.stream()
                .filter(experiment -> name.equals(ALL) || name.equals(experiment.name()))
                .toList();
        if (chosen.isEmpty()) {
            throw Settings.bad(
                    "experiment",
                    name,
                    "all or one of: "
                            + EXPERIMENTS.stream().map(Experiment::name).collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    private static void refuseUnread(String name, List<Experiment> chosen, Settings given) {
        for (Experiment other : EXPERIMENTS) {
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
            String name, Prepared experiment, LabSettings settings, PrintStream out, PrintStream err) {
        Path folder = settings.output().resolve(name);
        try {
            List<Check> checks = experiment.run(out);
            out.println();
            for (Check check : checks) {
                out.printf("%s  %s: %s%n", check.holds() ? "holds" : "FAILS", check.name(), check.figure());
            }
            out.println();
            out.println("Page:    " + folder.resolve("index.html"));
            out.println("All:     " + settings.output().resolve("index.html"));
            out.println("Logs:    " + folder.resolve("logs"));
            return checks.stream().allMatch(Check::holds);
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
