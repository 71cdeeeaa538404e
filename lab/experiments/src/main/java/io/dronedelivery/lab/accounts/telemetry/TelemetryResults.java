package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.telemetry.TelemetryLab.TelemetryLabRun;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the experiment leaves behind. */
final class TelemetryResults {

    private static final List<String> INPUTS = List.of(
            "Broker, drone service, simulator and Cosmos DB are JVMs on one machine, whose processors they share with"
                    + " this program; in the original ten machines sent to six brokers. So the rate of one of its brokers"
                    + " is compared first, and what all of them carried is asked of one. The share of the machine that was"
                    + " busy is a curve of each test.",
            "Times are counted from the moment at which a message was to be sent, by the wall clock that all processes"
                    + " of the machine have in common: a delay of the sender is in them. The original counted from"
                    + " sending.",
            "Files of the archive are ended after 2 s here, by default after 10 s; a message is archived when its file"
                    + " is complete and on the disk.",
            "Kafka's own tools run before each test on the same broker, with the same rate and records as large, each"
                    + " after a warm-up of its own: ProducerPerformance counts from its own sending to the"
                    + " acknowledgement; EndToEndLatency sends one record after another, and its second run in a JVM"
                    + " counts. Both tell whole milliseconds.");

    private TelemetryResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(TelemetrySettings settings, List<TelemetryLabRun> runs, Tests tests) throws IOException {
        List<Check> checks = TelemetryChecks.of(runs, settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        TelemetryLab.NAME,
                        TelemetryResults.class,
                        settings.lab().profile().text(),
                        INPUTS,
                        tests,
                        runs.stream().map(TelemetryResults::json).toList(),
                        checks,
                        TelemetryTable.of(runs),
                        besideStockTools(settings, runs)),
                settings.lab().output());
    }

    private static List<Measurement> besideStockTools(TelemetrySettings settings, List<TelemetryLabRun> runs) {
        List<Measurement> all = new ArrayList<>();
        for (TelemetryLabRun run : runs) {
            StockTools stock = run.observed().stock();
            if (stock != null
                    && stock.oneP99Ms() != null
                    && settings.lab().profile().judgesSpeed()) {
                all.add(Measurement.single(
                        "telemetry " + run.test().name() + ": p99",
                        run.observed().leg("received", "p99") / 1_000,
                        "ms",
                        "Kafka's EndToEndLatency",
                        stock.oneP99Ms()));
            }
        }
        return all;
    }

    private static Map<String, Object> json(TelemetryLabRun run) {
        TelemetryTest test = run.test();
        TelemetryFigures observed = run.observed();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", Map.of("perSecond", run.perSecond()));
        json.put("modelled", Map.of());
        json.put("measured", measured(observed));
        json.put("published", test.published());
        return json;
    }

    private static Map<String, Object> measured(TelemetryFigures observed) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("exitCode", observed.exitCode());
        json.put("simulator", observed.report());
        json.put("legs", observed.legs());
        json.put("seconds", observed.second());
        json.put("audit", observed.audit());
        json.put("repeated", observed.audit().repeated());
        json.put("lost", observed.lost());
        json.put("lag", observed.lag());
        json.put("received", observed.received());
        json.put("archived", observed.archived());
        json.put("rejected", observed.rejected());
        json.put("mostMembers", observed.mostMembers());
        json.put("membersLeft", observed.membersLeft());
        json.put("receivedByOther", observed.receivedByOther());
        json.put("drained", String.valueOf(observed.drained()));
        json.put("away", observed.away());
        StockTools stock = observed.stock();
        json.put("stock", stock == null ? Map.of() : stock.json());
        json.put("steps", observed.search().steps());
        json.put("atLeast", observed.search().isOpen());
        return json;
    }
}
