package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The figures as a table in Markdown, measured beside published. */
final class ResultsTable {

    private final StringBuilder text = new StringBuilder();
    private final List<StepLoadAccountRun> runs;

    private ResultsTable(List<StepLoadAccountRun> runs) {
        this.runs = runs;
    }

    static String of(List<StepLoadAccountRun> runs) {
        ResultsTable table = new ResultsTable(runs);
        table.line("Each cell: measured here / published, where something was published.");
        table.line("");
        table.figures();
        table.line("");
        for (StepLoadAccountRun run : runs) {
            table.line(
                    "**%s** (%s). %s",
                    run.test().name(),
                    run.test().change(),
                    String.join(" ", run.measured().finding()));
            table.line("");
        }
        return table.text.toString();
    }

    private void figures() {
        row("", run -> run.test().name());
        line("|---".repeat(runs.size() + 1) + "|");
        row("what is changed", run -> run.test().change());
        row(
                "input: latency of a call, pause, unused RU kept",
                run -> run.test().model().latency() + ", "
                        + run.test().model().pause().toMillis() + " ms, "
                        + run.test().model().burstSeconds() + " s");
        row("throughput, average (1/s)", "%.1f", m -> m.averageThroughput(), "%.0f", p -> p.averageThroughput());
        row("throughput, maximum (1/s)", "%.0f", m -> m.maximumThroughput(), "%.0f", p -> p.maximumThroughput());
        row("successful requests", "%,d", m -> m.successful(), "%,d", p -> p.successful());
        row("failed requests", "%d", m -> m.failed(), "0", p -> "");
        row("429", "%,d", m -> m.telemetry().throttledCalls(), "%,d", p -> p.throttled());
        row(
                "drone operation, average (ms)",
                "%.0f",
                m -> m.telemetry().drone().average(),
                "%.0f",
                p -> p.drone().average());
        row(
                "… p50",
                "%.0f",
                m -> m.telemetry().drone().p50(),
                "%.0f",
                p -> p.drone().p50());
        row(
                "… p95",
                "%.0f",
                m -> m.telemetry().drone().p95(),
                "%.0f",
                p -> p.drone().p95());
        row(
                "… p99",
                "%.0f",
                m -> m.telemetry().drone().p99(),
                "%.0f",
                p -> p.drone().p99());
        row(
                "calls per operation",
                "%.2f",
                m -> m.telemetry().costs().callsPerOperation(),
                "%.0f",
                p -> p.callsPerOperation());
        row(
                "… and for the query plan",
                run -> number("%.2f", run.measured().telemetry().costs().planCallsPerOperation()));
        row(
                "RU per operation",
                "%.2f",
                m -> m.telemetry().costs().chargePerOperation(),
                "%.2f",
                p -> p.chargePerOperation());
        row("most RU on a partition", "%.0f", m -> m.telemetry().mostOnAPartition(), "%.0f", p -> p.mostOnAPartition());
        row(
                "provisioned on a partition",
                "%.0f",
                m -> m.telemetry().provisioned(),
                "%.0f",
                p -> p.provisionedOnAPartition());
        row(
                "correlation of users and throughput",
                run -> number("%.2f", run.measured().correlation()));
        row(
                "CPU of the stack, average / maximum",
                run -> number("%.0f %%", 100 * run.measured().cpu().averageStack()) + " / "
                        + number("%.0f %%", 100 * run.measured().cpu().maximumStack()));
        row(
                "CPU of the machine, average / maximum",
                run -> number("%.0f %%", 100 * run.measured().cpu().averageMachine()) + " / "
                        + number("%.0f %%", 100 * run.measured().cpu().maximumMachine()));
        row("a trivial endpoint, maximum (1/s)", run -> number("%.0f", run.ceiling()));
    }

    private void row(
            String title,
            String format,
            Function<StepLoadFigures, Object> ours,
            String publishedFormat,
            Function<PublishedSteps, Object> theirs) {
        row(title, run -> {
            PublishedSteps published = run.test().published();
            String measured = number(format, ours.apply(run.measured()));
            return published == null ? measured : measured + " / " + number(publishedFormat, theirs.apply(published));
        });
    }

    private void row(String title, Function<StepLoadAccountRun, String> cell) {
        StringBuilder row = new StringBuilder("| ").append(title).append(" |");
        runs.forEach(run -> row.append(' ').append(cell.apply(run)).append(" |"));
        line("%s", row);
    }

    private static String number(String format, Object value) {
        return value instanceof Double number && number.isNaN() ? "–" : String.format(Locale.ROOT, format, value);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
