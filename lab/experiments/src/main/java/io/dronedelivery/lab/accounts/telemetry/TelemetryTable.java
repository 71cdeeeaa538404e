package io.dronedelivery.lab.accounts.telemetry;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.telemetry.TelemetryLab.TelemetryLabRun;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The figures in Markdown. */
final class TelemetryTable {

    private static final List<String> LEGS = List.of("received", "processed", "archived");

    private final StringBuilder table = new StringBuilder();

    private TelemetryTable() {}

    static String of(List<TelemetryLabRun> runs) {
        TelemetryTable made = new TelemetryTable();
        made.line(
                "| test | asked (1/s) | acknowledged (1/s) | sent | archived | more than once | not acknowledged | the"
                        + " limit |");
        made.line("|---|---|---|---|---|---|---|---|");
        runs.forEach(made::counts);
        made.line("");
        made.line("From the moment at which a message was to be sent (published: 99.6 %% within 1 ms from simulator to"
                + " consumer, p99 below 10 ms required):");
        made.line("");
        made.line("| test | until | p50 (ms) | p99 (ms) | p99.9 (ms) | longest (ms) | within 1 ms | 10 ms | 100 ms |");
        made.line("|---|---|---|---|---|---|---|---|---|");
        runs.forEach(made::legs);
        return made.table.toString();
    }

    private void counts(TelemetryLabRun run) {
        TelemetryFigures observed = run.observed();
        line(
                "| %s | %s%,.0f | %,.0f | %,d | %,d | %,d | %,d | %s |",
                run.test().name(),
                observed.search().isOpen() ? "at least " : "",
                run.perSecond(),
                observed.acknowledgedPerSecond(),
                observed.sent(),
                observed.audit().messages(),
                observed.audit().repeated(),
                observed.sent() - observed.acknowledged(),
                observed.simulatorWasTheLimit() ? "the simulator" : "");
    }

    private void legs(TelemetryLabRun run) {
        TelemetryFigures observed = run.observed();
        leg(run, "sent", observed.report().path("lateness"));
        leg(run, "acknowledged", observed.report().path("acknowledgement"));
        for (String leg : LEGS) {
            leg(run, leg, observed.legs().path(leg));
        }
        StockTools stock = observed.stock();
        if (stock != null) {
            line(
                    "| %s | acknowledged, ProducerPerformance | %.0f | %.0f | %.0f | | | | |",
                    run.test().name(), stock.p50Ms(), stock.p99Ms(), stock.p999Ms());
            if (stock.oneP50Ms() != null && stock.oneP99Ms() != null) {
                line(
                        "| %s | received, EndToEndLatency, one at a time | %.0f | %.0f | | | | | |",
                        run.test().name(), stock.oneP50Ms(), stock.oneP99Ms());
            }
        }
    }

    private void leg(TelemetryLabRun run, String until, JsonNode leg) {
        line(
                "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f %% | %.2f %% | %.2f %% |",
                run.test().name(),
                until,
                leg.path("p50").asDouble() / 1_000,
                leg.path("p99").asDouble() / 1_000,
                leg.path("p999").asDouble() / 1_000,
                leg.path("max").asDouble() / 1_000,
                leg.path("within1ms").asDouble() * 100,
                leg.path("within10ms").asDouble() * 100,
                leg.path("within100ms").asDouble() * 100);
    }

    private void line(String format, Object... values) {
        table.append(text(format, values)).append('\n');
    }
}
