package io.dronedelivery.loadtest.lab.telemetry;

import io.dronedelivery.loadtest.lab.common.Check;
import io.dronedelivery.loadtest.lab.common.Children;
import io.dronedelivery.loadtest.lab.common.Progress;
import io.dronedelivery.loadtest.lab.common.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs the tests one after another, each against parts of its own. */
final class TelemetryLab {

    static final String NAME = "telemetry";

    private TelemetryLab() {}

    /** A test that was run. */
    record Run(TelemetryTest test, double perSecond, Observed observed) {}

    static List<Check> run(TelemetrySettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            Progress progress = new Progress(out, settings.tests().size());
            List<Run> runs = new ArrayList<>();
            List<Callable<Run>> tests = new ArrayList<>();
            for (TelemetryTest test : settings.tests()) {
                Progress.OfTest told = progress.test(tests.size() + 1);
                tests.add(() -> new TelemetryRun(settings, children, test, told).run());
            }
            return Turns.run(tests, 1, run -> {
                runs.add(run);
                // After each, so that there is something to look at when a later one is interrupted.
                return TelemetryResults.write(settings, runs);
            });
        } finally {
            Folders.delete(settings.archives());
        }
    }
}
