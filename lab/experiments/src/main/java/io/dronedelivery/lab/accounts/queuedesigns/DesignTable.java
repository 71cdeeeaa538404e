package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.DesignPart;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.RefusalCounts;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Size;
import io.dronedelivery.lab.accounts.queuedesigns.DesignTest.PublishedDesign;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures in Markdown: the ranking, a row for each load, and the published ones. */
final class DesignTable {

    private final StringBuilder text = new StringBuilder();

    private DesignTable() {}

    static String of(List<QueueDesignsRun> runs) {
        DesignTable table = new DesignTable();
        table.ranking(Standing.ranked(runs));
        table.line("Of several rounds the one of median rate; `served` is that of the worst round. Times in"
                + " milliseconds.");
        table.line("");
        table.line("| design | load | served | per second | min | avg | max | 50 %% | 90 %% | 99 %% | CPU of the stack"
                + " (µs a request) | machine's CPU |");
        table.line("|---|---|---|---|---|---|---|---|---|---|---|---|");
        runs.forEach(table::loads);
        table.line("");
        table.line("Published:");
        table.line("");
        table.line("| design | requests | served | per second | min | avg | max |");
        table.line("|---|---|---|---|---|---|---|");
        runs.forEach(run -> run.test().published().forEach(published -> table.published(run, published)));
        table.line("");
        table.line("Settings:");
        table.line("");
        runs.forEach(table::settings);
        return table.text.toString();
    }

    private void ranking(List<Standing> ranked) {
        line("| rank | design | served | per second |");
        line("|---|---|---|---|");
        for (int i = 0; i < ranked.size(); i++) {
            Standing standing = ranked.get(i);
            line("| %d | %s | %.2f %% | %,.0f |", i + 1, standing.name(), standing.share() * 100, standing.rate());
        }
        line("");
    }

    private void loads(QueueDesignsRun run) {
        String name = run.test().name();
        DesignFigures measured = run.measured();
        load(name, "a trivial endpoint", measured.hello());
        for (Size size : measured.sizes()) {
            load(name, text("%,d requests", size.requests()), size.median(), size.served());
        }
        if (measured.killed() != null) {
            load(name, "a worker is killed", measured.killed().part());
        }
        RefusalCounts refusals = measured.refusals();
        if (refusals != null) {
            load(name, text("%,d refused", refusals.once().load().refusals()), refusals.once());
            load(name, text("%,d refused, come back", refusals.again().load().refusals()), refusals.again());
        }
    }

    private void load(String name, String load, DesignPart part) {
        load(name, load, part, part.load().served());
    }

    private void load(String name, String what, DesignPart part, int served) {
        LoadResult load = part.load();
        line(
                "| %s | %s | %,d of %,d | %,.0f | %.1f | %.1f | %.1f | %s | %.0f | %.0f %% |",
                name,
                what,
                served,
                load.requests(),
                load.rate(),
                load.min(),
                load.avg(),
                load.max(),
                List.of("50", "90", "99").stream()
                        .map(percent -> text("%.1f", load.percentiles().getOrDefault(percent, Double.NaN)))
                        .collect(Collectors.joining(" | ")),
                part.stackCpu(),
                part.machineCpu() * 100);
    }

    private void published(QueueDesignsRun run, PublishedDesign published) {
        line(
                "| %s | %,d | %,d | %s | %s | %s | %s |",
                run.test().name(),
                published.requests(),
                published.served(),
                cell(published.rate()),
                cell(published.min()),
                cell(published.avg()),
                cell(published.max()));
    }

    private static String cell(@Nullable Double value) {
        return value == null ? "" : text("%,.1f", value);
    }

    private void settings(QueueDesignsRun run) {
        line(
                "- %s: %s",
                run.test().name(),
                run.test().settings().entrySet().stream()
                        .map(setting -> "`" + setting.getKey() + "=" + setting.getValue() + "`")
                        .collect(Collectors.joining(", ")));
    }

    private void line(String format, Object... values) {
        text.append(text(format, values)).append('\n');
    }
}
