package io.dronedelivery.lab.accounts.dispatch;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.dispatch.DispatchAccount.DispatchAccountRun;
import io.dronedelivery.lab.accounts.dispatch.DispatchTest.PublishedDispatch;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.LatencyRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures in Markdown: a row for each test, and the latencies of shares of the messages. */
final class DispatchTable {

    private final StringBuilder text = new StringBuilder();

    private DispatchTable() {}

    static String of(List<DispatchAccountRun> runs) {
        DispatchTable table = new DispatchTable();
        table.line("Each cell: measured here / published, where something was published.");
        table.line("");
        table.line("| test | | written | failed | average (ms) | shortest to longest (ms) | most queued | connections:"
                + " open, opened |");
        table.line("|---|---|---|---|---|---|---|---|");
        runs.forEach(table::test);
        table.line("");
        table.line("| test | share of the messages (%%) | written | average (ms) | shortest (ms) | longest (ms) |");
        table.line("|---|---|---|---|---|---|");
        runs.forEach(table::latencies);
        table.line("");
        table.line("| as fast as it goes | messages/s | beside the bare SDK | CPU of the sender, a message |");
        table.line("|---|---|---|---|");
        runs.forEach(table::rates);
        return table.text.toString();
    }

    private void test(DispatchAccountRun run) {
        DispatchFigures observed = run.observed();
        if (run.test().isFullSpeed()) {
            return;
        }
        if (observed == null) {
            line(
                    "| %s | %s | refused | | | | | |",
                    run.test().name(), run.test().change());
            return;
        }
        PublishedDispatch published = run.test().published();
        LatencyRow all = observed.all();
        line(
                "| %s | %s | %s | %s | %s | %s | %.0f | %.0f to %.0f, %d |",
                run.test().name(),
                run.test().change(),
                beside("%,d", observed.written(), published == null ? null : published.written()),
                beside("%,d", observed.errors(), published == null ? null : published.errors()),
                beside("%,d", all.averageMs(), published == null ? null : published.averageMs()),
                text("%,d to %,d", all.minMs(), all.maxMs())
                        + (published == null ? "" : text(" / %,d to %,d", published.minMs(), published.maxMs())),
                observed.mostQueued(),
                observed.fewestKept(),
                observed.mostOpen(),
                observed.connectionsOpened());
    }

    private void latencies(DispatchAccountRun run) {
        DispatchFigures observed = run.observed();
        if (observed != null) {
            for (LatencyRow row : observed.latency()) {
                line(
                        "| %s | %s | %,d | %,d | %,d | %,d |",
                        run.test().name(), row.percent(), row.count(), row.averageMs(), row.minMs(), row.maxMs());
            }
        }
    }

    private void rates(DispatchAccountRun run) {
        for (FullSpeed.Rate rate : run.rates()) {
            line(
                    "| %s | %,.0f | %.0f %% | %.1f µs |",
                    rate.title(), rate.messagesPerSecond(), rate.percentOfBare(), rate.clientMicrosPerMessage());
        }
    }

    private static String beside(String format, long ours, @Nullable Long theirs) {
        return text(format, ours) + (theirs == null ? "" : " / " + text(format, theirs));
    }

    private void line(String format, Object... values) {
        text.append(text(format, values)).append('\n');
    }
}
