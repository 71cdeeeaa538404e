package io.dronedelivery.lab.accounts.scaleout;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutAccountRun;
import io.dronedelivery.lab.accounts.workers.WorkersApi.ScalingChange;
import java.util.List;

/** The figures in Markdown: a row for each number of workers, and what the autoscaler did. */
final class ScaleOutTable {

    private final StringBuilder text = new StringBuilder();

    private ScaleOutTable() {}

    static String of(List<ScaleOutAccountRun> runs) {
        ScaleOutTable table = new ScaleOutTable();
        table.line("| test | workers | 1/s | average (ms) | 50 %% | 99 %% | longest | consumer utilisation (%%) |"
                + " evenness (%%) |");
        table.line("|---|---|---|---|---|---|---|---|---|");
        runs.forEach(table::points);
        table.line("");
        runs.forEach(table::conclusion);
        return table.text.toString();
    }

    private void points(ScaleOutAccountRun run) {
        if (run.curve() == null) {
            return;
        }
        for (Point point : run.curve().points()) {
            line(
                    "| %s | %d | %,.0f | %,.1f | %,.1f | %,.1f | %,.1f | %.0f | %.0f |",
                    run.test().name(),
                    point.workers(),
                    point.rate(),
                    point.load().avg(),
                    point.load().percentiles().getOrDefault("50", Double.NaN),
                    point.load().percentiles().getOrDefault("99", Double.NaN),
                    point.load().max(),
                    100 * point.utilisation(),
                    100 * point.evenness());
        }
    }

    private void conclusion(ScaleOutAccountRun run) {
        List<String> recommended = ScaleOutResults.recommended(run);
        if (run.curve() != null && recommended != null) {
            line(
                    "%s: `%s`. A trivial endpoint of the gateway: %,.0f/s.",
                    run.test().name(),
                    String.join(" ", recommended),
                    run.curve().ceiling().rate());
            line("");
        }
        if (run.held() != null) {
            line(
                    "%s (%s): %,d of %,d jobs end in the dead letters, %s at the start.",
                    run.test().name(),
                    run.test().change(),
                    run.held().deadLetters(),
                    run.held().load().requests(),
                    run.held().warned() ? "with a warning" : "without a warning");
            line("");
        }
        if (run.following() != null) {
            line("%s, the last changes first:", run.test().name());
            line("");
            for (ScalingChange change : run.following().changes()) {
                line("- from %d to %d: %s", change.from(), change.to(), change.reason());
            }
            line("");
        }
    }

    private void line(String format, Object... values) {
        text.append(text(format, values)).append('\n');
    }
}
