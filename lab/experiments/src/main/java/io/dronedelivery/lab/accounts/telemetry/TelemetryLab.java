package io.dronedelivery.lab.accounts.telemetry;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Telemetry of drones over a broker into an archive: how fast, how much, and whether all of it. Each test has parts of its own. */
public final class TelemetryLab extends Experiment<TelemetryTest, TelemetryLab.TelemetryLabRun> {

    public static final String NAME = "telemetry";

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

    private final TelemetrySettings settings;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public TelemetryLab(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(105, 230),
                INPUTS,
                lab,
                TelemetryTest.chosen(settings.text("lab.tests", "")),
                TelemetryTest::name);
        this.settings = TelemetrySettings.of(lab, settings, output());
    }

    record TelemetryLabRun(TelemetryTest test, double perSecond, TelemetryFigures observed) {}

    @Override
    protected void cleanUp() {
        Folders.delete(settings.data());
        Folders.delete(settings.archives());
    }

    @Override
    protected TelemetryLabRun run(TelemetryTest test, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        return new TelemetryRun(settings, children, test, told).run();
    }

    @Override
    protected List<Check> checks(List<TelemetryLabRun> runs) {
        return TelemetryChecks.of(runs, lab.judgesSpeed());
    }

    @Override
    protected List<Measurement> besidePeers(List<TelemetryLabRun> runs) {
        List<Measurement> all = new ArrayList<>();
        for (TelemetryLabRun run : runs) {
            StockTools stock = run.observed().stock();
            if (stock != null && stock.oneP99Ms() != null) {
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

    @Override
    protected Stream<Map<String, Object>> json(TelemetryLabRun run) {
        TelemetryTest test = run.test();
        TelemetryFigures observed = run.observed();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", Map.of("perSecond", run.perSecond()));
        json.put("modelled", Map.of());
        json.put("measured", measured(observed));
        json.put("published", test.published());
        return Stream.of(json);
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
        json.put("archived", observed.counts().archived());
        json.put("rejected", observed.rejected());
        json.put("mostMembers", observed.mostMembers());
        json.put("membersLeft", observed.membersLeft());
        json.put("receivedByOther", observed.receivedByOther());
        json.put("drained", String.valueOf(observed.drained()));
        json.put("away", observed.away());
        StockTools stock = observed.stock();
        json.put("stock", stock == null ? Map.of() : stock);
        json.put("steps", observed.search().steps());
        json.put("atLeast", observed.search().isOpen());
        return json;
    }

    @Override
    protected String tables(List<TelemetryLabRun> runs) {
        return tablesOf(runs);
    }

    static String tablesOf(List<TelemetryLabRun> runs) {
        return Table.of(runs)
                        .column("test", run -> run.test().name())
                        .column(
                                "asked (1/s)",
                                run -> (run.observed().search().isOpen() ? "at least " : "")
                                        + text("%,.0f", run.perSecond()))
                        .column(
                                "acknowledged (1/s)",
                                "%,.0f",
                                run -> run.observed().acknowledgedPerSecond())
                        .column("sent", "%,d", run -> run.observed().sent())
                        .column("archived", "%,d", run -> run.observed().audit().messages())
                        .column(
                                "more than once",
                                "%,d",
                                run -> run.observed().audit().repeated())
                        .column(
                                "not acknowledged",
                                "%,d",
                                run -> run.observed().sent() - run.observed().acknowledged())
                        .column("the limit", run -> run.observed().simulatorWasTheLimit() ? "the simulator" : "")
                + "\nFrom the moment at which a message was to be sent (published: 99.6 % within 1 ms from simulator to"
                + " consumer, p99 below 10 ms required):\n\n"
                + Table.of(runs.stream().flatMap(TelemetryLab::legs).toList())
                        .column("test", Leg::test)
                        .column("until", Leg::until)
                        .column("p50 (ms)", "%.2f", Leg::p50)
                        .column("p99 (ms)", "%.2f", Leg::p99)
                        .column("p99.9 (ms)", "%.2f", Leg::p999)
                        .column("longest (ms)", "%.2f", leg -> leg.figure("max", 1e-3))
                        .column("within 1 ms", "%.2f %%", leg -> leg.figure("within1ms", 100))
                        .column("10 ms", "%.2f %%", leg -> leg.figure("within10ms", 100))
                        .column("100 ms", "%.2f %%", leg -> leg.figure("within100ms", 100));
    }

    /**
     * Times until something has happened to a message, in milliseconds.
     *
     * @param all of a part of this lab; absent of a tool that tells no more
     */
    private record Leg(
            String test,
            String until,
            @Nullable Double p50,
            @Nullable Double p99,
            @Nullable Double p999,
            @Nullable JsonNode all) {

        static Leg of(TelemetryLabRun run, String until, JsonNode micros) {
            return new Leg(
                    run.test().name(),
                    until,
                    micros.path("p50").asDouble() / 1_000,
                    micros.path("p99").asDouble() / 1_000,
                    micros.path("p999").asDouble() / 1_000,
                    micros);
        }

        @Nullable
        Double figure(String name, double factor) {
            return all == null ? null : all.path(name).asDouble() * factor;
        }
    }

    private static Stream<Leg> legs(TelemetryLabRun run) {
        TelemetryFigures observed = run.observed();
        String test = run.test().name();
        List<Leg> legs = new ArrayList<>();
        legs.add(Leg.of(run, "sent", observed.report().path("lateness")));
        legs.add(Leg.of(run, "acknowledged", observed.report().path("acknowledgement")));
        for (String until : List.of("received", "processed", "archived")) {
            legs.add(Leg.of(run, until, observed.legs().path(until)));
        }
        StockTools stock = observed.stock();
        if (stock != null) {
            legs.add(new Leg(
                    test, "acknowledged, ProducerPerformance", stock.p50Ms(), stock.p99Ms(), stock.p999Ms(), null));
            if (stock.oneP99Ms() != null) {
                legs.add(new Leg(
                        test,
                        "received, EndToEndLatency, one at a time",
                        stock.oneP50Ms(),
                        stock.oneP99Ms(),
                        null,
                        null));
            }
        }
        return legs.stream();
    }
}
