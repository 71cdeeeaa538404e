package io.dronedelivery.promise;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.promise.PromiseReport.Struck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a run leaves behind. */
final class PromiseResults {

    private static final String NAME = "promise";

    private static final List<String> INPUTS = List.of(
            "Every part is a process on this machine: the broker, the instances of the services and the gateways. The"
                    + " stores live on, PostgreSQL in its own processes and the local Cosmos DB in that of the test.",
            "Between the parts are proxies, through which the services call the broker, Cosmos DB and PostgreSQL, and"
                    + " all gateways but the first one the services. The first one calls the services directly: before a"
                    + " part that is gone, a proxy accepts a connection and then cuts it, which no machine does.",
            "The second instances of delivery-service and drone-service are of another version: one whose events have"
                    + " a member that the present one does not know, or the jars of -Dpromise.other.jars.",
            "The failover takes the last ten invoice lines and their inbox rows away and breaks all connections. A"
                    + " full disk is what PostgreSQL answers then (53100).",
            "The clocks of second instances are ahead, that of invoice-service by two hours and the others by ten"
                    + " minutes, since Cosmos DB refuses who is off by more than 15; without tokens two are behind. All of"
                    + " java.time is moved, not System.currentTimeMillis, which the clients of the brokers use. In the"
                    + " long form they jump to the machine's time and back while the processes run.",
            "Completions expire by being deleted at the broker while invoice-service is away, as Kafka does after the"
                    + " retention (long form).");

    private PromiseResults() {}

    /**
     * Writes page, table and figures; returns all checks.
     *
     * @param tests the brokers, and those whose run is over
     * @param reports of these, and what there is so far of the one that goes on
     */
    static List<Check> write(PromiseSettings settings, Tests tests, List<PromiseReport> reports) throws IOException {
        List<Check> checks = reports.stream()
                .flatMap(report -> report.checks().stream()
                        .map(check -> new Check(
                                report.broker().label() + ": " + check.name(), check.holds(), check.figure())))
                .toList();
        return Results.write(
                new Findings(
                        NAME,
                        PromiseResults.class,
                        settings.form().name().toLowerCase(Locale.ROOT),
                        INPUTS,
                        tests,
                        reports.stream().map(report -> json(settings, report)).toList(),
                        checks,
                        table(reports),
                        List.of(),
                        null,
                        null),
                settings.output());
    }

    static Path folder(PromiseSettings settings) {
        return settings.output().resolve(NAME);
    }

    private static Map<String, Object> json(PromiseSettings settings, PromiseReport report) {
        Map<String, Object> measured = new LinkedHashMap<>(report.columns());
        measured.put("figures", report.figures());
        measured.put("struck", report.struck());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", report.broker().label());
        json.put("settings", settings.shown());
        json.put("modelled", Map.of());
        json.put("measured", measured);
        json.put("published", Map.of());
        return json;
    }

    private static String table(List<PromiseReport> reports) {
        return reports.stream().map(PromiseResults::table).collect(Collectors.joining("\n"));
    }

    private static String table(PromiseReport report) {
        return "## " + report.broker().label() + "\n\n"
                + Table.of(new TreeMap<>(report.figures()).entrySet())
                        .column("", Map.Entry::getKey)
                        .column("", Map.Entry::getValue)
                + "\n"
                + Table.of(report.struck())
                        .column("second", "%.0f", Struck::second)
                        .column("took", "%.1f s", Struck::took)
                        .column("what went wrong", Struck::what)
                        .column("accepted", Struck::accepted)
                        .column("lines", Struck::lines);
    }
}
