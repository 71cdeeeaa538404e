package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the experiment leaves behind. */
final class QueueDesignsResults {

    /** Where the inputs come from; the page shows it. */
    private static final List<String> INPUTS = List.of(
            "A request asks invoice-service for the invoice of an owner's month, which is summed up by a statement in"
                    + " PostgreSQL: by the request itself without a queue, by one of the workers with one. It goes to"
                    + " invoice-service directly: the gateway would add the same to every design. The 1,200 months of 50"
                    + " owners, about eight lines each, have their turn; each was read once before, and an answer that is"
                    + " not that of its month does not count as served.",
            "Load generator, service, workers, database and broker share the processors of one machine. A trivial"
                    + " endpoint of the same server shows what they allow when there is nothing to do.",
            "Each design has 64 reply channels, opened before the first request, and 16 workers, as many as the"
                    + " service has connections to its database, with four jobs each that are held ahead. 256 further"
                    + " requests may wait for a channel, so 200 callers are never refused. The small queue has room for 16"
                    + " and 16. A request may take 20 s; the original's took up to 44 s.",
            "The stores keep their data on the disk and confirm a commit when it is there.",
            "Published are the figures of a Node.js server in a virtual machine with one processor, under http-perf."
                    + " Its kinds of queue stand beside ours: in the process, in the database, and on Redis beside those"
                    + " on a broker. Its table has its figures of 1,000 requests in the columns of the queue in the"
                    + " process and of Redis. Two runs on Redis before that table, with 3,000 and 8,000 requests, lost"
                    + " none; the table's run with 3,000 lost 1,006.");

    private QueueDesignsResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(QueueDesignsSettings settings, List<QueueDesignsRun> runs, Tests tests)
            throws IOException {
        List<Check> checks = DesignChecks.of(runs, settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        QueueDesigns.NAME,
                        QueueDesignsResults.class,
                        settings.lab().profile().text(),
                        INPUTS,
                        tests,
                        runs.stream().map(run -> json(run, settings.sizes())).toList(),
                        checks,
                        DesignTable.of(runs),
                        besideTrivialEndpoint(settings, runs)),
                settings.lab().output());
    }

    private static List<Measurement> besideTrivialEndpoint(QueueDesignsSettings settings, List<QueueDesignsRun> runs) {
        return runs.stream()
                .filter(run -> settings.lab().profile().judgesSpeed()
                        && !run.measured().sizes().isEmpty())
                .map(run -> Measurement.single(
                        "queue design: " + run.test().name(),
                        run.measured().largest().median().load().rate(),
                        "/s",
                        "a trivial endpoint",
                        run.measured().hello().load().rate()))
                .toList();
    }

    private static Map<String, Object> json(QueueDesignsRun run, LoadSizes sizes) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", run.test().name());
        json.put("change", run.test().change());
        json.put("settings", run.test().settings());
        json.put("modelled", Map.of("users", sizes.users(), "rounds", sizes.rounds()));
        json.put("measured", run.measured());
        json.put("published", run.test().published());
        return json;
    }
}
