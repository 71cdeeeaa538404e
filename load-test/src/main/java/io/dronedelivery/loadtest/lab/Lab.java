package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.Settings;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs experiments: {@code mvn -Plab verify -Dexperiment=step-load -Dprofile=short}. Ends with 0 when every check holds, 1 when one
 * does not or the experiment cannot be run, and 2 when a setting is wrong.
 */
public final class Lab {

    private static final Map<String, Experiment> EXPERIMENTS = Map.of(StepLoad.NAME, StepLoad::run);

    private Lab() {}

    /** An experiment; returns the lines that must hold. */
    @FunctionalInterface
    interface Experiment {
        List<Check> run(LabSettings settings, PrintStream out) throws Exception;
    }

    public static void main(String... arguments) {
        System.exit(run(Settings.ofSystemProperties(), System.out, System.err));
    }

    static int run(Settings given, PrintStream out, PrintStream err) {
        LabSettings settings;
        List<String> names = EXPERIMENTS.keySet().stream().sorted().toList();
        try {
            settings = LabSettings.of(given, names);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        }
        boolean holds = true;
        for (Map.Entry<String, Experiment> experiment : new TreeMap<>(EXPERIMENTS).entrySet()) {
            if (settings.runs(experiment.getKey())) {
                holds &= run(experiment.getKey(), experiment.getValue(), settings, out, err);
            }
        }
        return holds ? 0 : 1;
    }

    private static boolean run(
            String name, Experiment experiment, LabSettings settings, PrintStream out, PrintStream err) {
        try {
            List<Check> checks = experiment.run(settings, out);
            out.println();
            for (Check check : checks) {
                out.printf("%s  %s: %s%n", check.holds() ? "holds" : "FAILS", check.name(), check.figure());
            }
            out.println();
            out.println("Page:    " + settings.output().resolve(name).resolve("index.html"));
            return checks.stream().allMatch(Check::holds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println(name + " was interrupted");
            return false;
        } catch (Exception e) {
            err.println(name + " could not be run: " + e.getMessage());
            return false;
        }
    }
}
