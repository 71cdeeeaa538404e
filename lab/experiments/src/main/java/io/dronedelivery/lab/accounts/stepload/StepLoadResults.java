package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
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

/** What the step-load leaves behind. */
final class StepLoadResults {

    private StepLoadResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(StepLoadSettings settings, List<StepLoadAccountRun> runs, Tests tests) throws IOException {
        List<Check> checks = StepLoadChecks.of(runs, settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        StepLoad.NAME,
                        StepLoadResults.class,
                        settings.lab().profile().text(),
                        StepLoadTest.Model.DERIVATION,
                        tests,
                        runs.stream().map(StepLoadResults::json).toList(),
                        checks,
                        ResultsTable.of(runs),
                        besidePublished(settings, runs)),
                settings.lab().output());
    }

    private static List<Measurement> besidePublished(StepLoadSettings settings, List<StepLoadAccountRun> runs) {
        List<Measurement> all = new ArrayList<>();
        for (StepLoadAccountRun run : runs) {
            PublishedSteps published = run.test().published();
            if (published != null && settings.lab().profile().judgesSpeed()) {
                all.add(Measurement.single(
                        "step-load " + run.test().name() + ": busiest second",
                        run.measured().maximumThroughput(),
                        "/s",
                        "published",
                        published.maximumThroughput()));
            }
        }
        return all;
    }

    private static Map<String, Object> json(StepLoadAccountRun run) {
        StepLoadTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put(
                "settings",
                Map.of(
                        "throughput", test.throughput(),
                        "partitionKey", test.partitionKey(),
                        "parallelism", test.parallelism(),
                        "partitions", StepLoadTest.PARTITIONS,
                        "more", test.more()));
        json.put(
                "modelled",
                Map.of(
                        "latency",
                        test.model().latency(),
                        "pauseMs",
                        test.model().pause().toMillis(),
                        "burstSeconds",
                        test.model().burstSeconds(),
                        "chargePerPartitionAsked",
                        3.20125,
                        "chargePerDocument",
                        0.18875));
        json.put("measured", run.measured());
        json.put("ceiling", run.ceiling());
        json.put("published", test.published() == null ? Map.of() : test.published());
        return json;
    }
}
