package io.dronedelivery.lab.accounts.replypool;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures in Markdown: a row for each run. */
final class ReplyPoolTable {

    private static final String NONE = "";

    private final StringBuilder text = new StringBuilder();

    private ReplyPoolTable() {}

    static String of(List<ReplyPoolRun> runs) {
        ReplyPoolTable table = new ReplyPoolTable();
        table.line("Each cell: measured here / published, where something was published. Times in milliseconds.");
        table.line(NONE);
        table.line("| run | | channels before, opened | cold requests | 1/s | average | 50 %% | 66 %% | 90 %% | 99 %% |"
                + " longest | a trivial endpoint (1/s) |");
        table.line("|---|---|---|---|---|---|---|---|---|---|---|---|");
        runs.forEach(table::row);
        table.line(NONE);
        runs.stream().filter(run -> run.kind() == ReplyPoolKind.SIZED).forEach(table::smallest);
        return table.text.toString();
    }

    private void row(ReplyPoolRun run) {
        Published published = run.kind().published(run.load());
        line(
                "| %s | %s | %d, %d | %d | %s | %s | %s | %s | %s | %s | %s | %s |",
                run.name(),
                run.kind().change(),
                run.channels(),
                run.created(),
                run.cold(),
                beside(run.result().rate(), published == null ? null : published.rate()),
                beside(run.result().avg(), published == null ? null : published.average()),
                beside(run.percentile(50), published == null ? null : published.p50()),
                beside(run.percentile(66), published == null ? null : published.p66()),
                beside(run.percentile(90), published == null ? null : published.p90()),
                beside(run.percentile(99), published == null ? null : published.p99()),
                beside(run.result().max(), published == null ? null : published.longest()),
                run.ceiling() == null ? NONE : text("%,.0f", run.ceiling()));
    }

    private void smallest(ReplyPoolRun run) {
        line(
                "%s, %d users: the smallest pool that leaves no cold request is `invoice.pricing.pool.min=%d`.",
                run.design(), run.load().users(), run.channels());
        line(NONE);
    }

    private static String beside(double ours, @Nullable Double theirs) {
        return text("%,.0f", ours) + (theirs == null ? NONE : " / " + text("%,.0f", theirs));
    }

    private void line(String format, Object... values) {
        text.append(text(format, values)).append('\n');
    }
}
