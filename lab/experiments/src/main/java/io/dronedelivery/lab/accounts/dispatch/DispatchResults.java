package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.dispatch.DispatchAccount.DispatchAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the experiment leaves behind. */
final class DispatchResults {

    private DispatchResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(DispatchSettings settings, List<DispatchAccountRun> runs, Tests tests) throws IOException {
        List<Check> checks = DispatchChecks.of(
                runs, settings.model(), settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        DispatchAccount.NAME,
                        DispatchResults.class,
                        settings.lab().profile().text(),
                        DispatchModel.DERIVATION,
                        tests,
                        runs.stream().map(run -> json(run, settings.model())).toList(),
                        checks,
                        DispatchTable.of(runs)),
                settings.lab().output());
    }

    private static Map<String, Object> json(DispatchAccountRun run, DispatchModel model) {
        DispatchTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", test.stackOptions(model));
        json.put(
                "modelled",
                Map.of(
                        "newConnections",
                        model.newConnections(),
                        "windowSeconds",
                        model.window().toSeconds(),
                        "patienceSeconds",
                        model.patience().toSeconds()));
        json.put("measured", run.observed());
        json.put("refusal", run.refusal());
        json.put("rates", run.rates());
        json.put("published", test.published() == null ? Map.of() : test.published());
        return json;
    }
}
