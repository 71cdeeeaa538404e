package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Runs the tests one after another, each against parts of its own. */
public final class TelemetryLab {

    static final String NAME = "telemetry";

    public static final Experiment EXPERIMENT = Experiment.of(NAME, TelemetrySettings::of, TelemetryLab::run);

    private TelemetryLab() {}

    /** A test that was run. */
    record TelemetryLabRun(TelemetryTest test, double perSecond, TelemetryFigures observed) {}

    static List<Check> run(TelemetrySettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            children.afterwards(() -> Folders.delete(settings.archives()));
            children.afterwards(() -> Folders.delete(settings.data()));
            return Turns.run(
                    children,
                    settings.tests(),
                    TelemetryTest::name,
                    1,
                    out,
                    (test, told) -> new TelemetryRun(settings, children, test, told).run(),
                    (runs, tests) -> TelemetryResults.write(settings, runs, tests));
        }
    }
}
