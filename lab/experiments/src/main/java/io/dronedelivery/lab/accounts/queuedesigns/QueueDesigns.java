package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.DesignPart;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.RefusalCounts;
import io.dronedelivery.lab.accounts.queuedesigns.DesignTest.PublishedDesign;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares queues in front of a slow endpoint, and that endpoint without one. Each test has a stack of its own. */
public final class QueueDesigns extends Experiment<DesignTest, QueueDesigns.QueueDesignsRun> {

    public static final String NAME = "queue-designs";

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

    private final LoadSizes sizes;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public QueueDesigns(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(60, 240),
                INPUTS,
                lab,
                DesignTest.chosen(settings.text("lab.tests", "")),
                DesignTest::name);
        sizes = LoadSizes.of(lab.profile());
    }

    record QueueDesignsRun(DesignTest test, DesignFigures measured) {}

    @Override
    protected int testsAtATime() {
        return lab.judgesSpeed() ? 1 : 2;
    }

    /** What the stores keep on the disk. */
    private Path data() {
        return output().resolve("data");
    }

    @Override
    protected void cleanUp() {
        Folders.delete(data());
    }

    @Override
    protected QueueDesignsRun run(DesignTest test, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path data = data().resolve(test.name());
        Folders.delete(data);
        try (StackProcess stack = StackProcess.start(children, lab, test.stackOptions(data), log(test.name()))) {
            stack.awaitReady();
            told.say("the stack is up and is warmed up");
            return new QueueDesignsRun(
                    test,
                    new DesignLoad(stack, sizes, told)
                            .run(test, soFar -> keep(test, new QueueDesignsRun(test, soFar))));
        } finally {
            Folders.delete(data);
        }
    }

    @Override
    protected List<Check> checks(List<QueueDesignsRun> runs) {
        return DesignChecks.of(runs, lab.judgesSpeed());
    }

    @Override
    protected List<Measurement> besidePeers(List<QueueDesignsRun> runs) {
        return runs.stream()
                .filter(run -> !run.measured().sizes().isEmpty())
                .map(run -> Measurement.single(
                        "queue design: " + run.test().name(),
                        run.measured().largest().median().load().rate(),
                        "/s",
                        "a trivial endpoint",
                        run.measured().hello().load().rate()))
                .toList();
    }

    @Override
    protected Stream<Map<String, Object>> json(QueueDesignsRun run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", run.test().name());
        json.put("change", run.test().change());
        json.put("settings", run.test().settings());
        json.put("modelled", Map.of("users", sizes.users(), "rounds", sizes.rounds()));
        json.put("measured", run.measured());
        json.put("published", run.test().published());
        return Stream.of(json);
    }

    @Override
    protected String tables(List<QueueDesignsRun> runs) {
        return tablesOf(runs);
    }

    static String tablesOf(List<QueueDesignsRun> runs) {
        List<Standing> ranked = Standing.ranked(runs);
        return Table.of(ranked)
                        .column("rank", standing -> ranked.indexOf(standing) + 1)
                        .column("design", Standing::name)
                        .column("served", "%.2f %%", standing -> standing.share() * 100)
                        .column("per second", "%,.0f", Standing::rate)
                + "\nOf several rounds the one of median rate; `served` is that of the worst round. Times in milliseconds.\n\n"
                + Table.of(runs.stream().flatMap(QueueDesigns::loads).toList())
                        .column("design", DesignRow::design)
                        .column("load", DesignRow::load)
                        .column(
                                "served",
                                row -> text(
                                        "%,d of %,d", row.served(), row.result().requests()))
                        .column("per second", "%,.0f", row -> row.result().rate())
                        .column("min", "%.1f", row -> row.result().min())
                        .column("avg", "%.1f", row -> row.result().avg())
                        .column("max", "%.1f", row -> row.result().max())
                        .column("50 %", "%.1f", row -> row.result().percentile(50))
                        .column("90 %", "%.1f", row -> row.result().percentile(90))
                        .column("99 %", "%.1f", row -> row.result().percentile(99))
                        .column(
                                "CPU of the stack (µs a request)",
                                "%.0f",
                                row -> row.part().stackCpu())
                        .column("machine's CPU", "%.0f %%", row -> row.part().machineCpu() * 100)
                + "\nPublished:\n\n"
                + Table.of(runs.stream().flatMap(QueueDesigns::published).toList())
                        .column("design", Map.Entry::getKey)
                        .column("requests", "%,d", row -> row.getValue().requests())
                        .column("served", "%,d", row -> row.getValue().served())
                        .column("per second", "%,.1f", row -> row.getValue().rate())
                        .column("min", "%,.1f", row -> row.getValue().min())
                        .column("avg", "%,.1f", row -> row.getValue().avg())
                        .column("max", "%,.1f", row -> row.getValue().max())
                + "\nSettings:\n\n"
                + runs.stream()
                        .map(run -> "- " + run.test().name() + ": "
                                + run.test().settings().entrySet().stream()
                                        .map(setting -> "`" + setting + "`")
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<Map.Entry<String, PublishedDesign>> published(QueueDesignsRun run) {
        return run.test().published().stream()
                .map(published -> Map.entry(run.test().name(), published));
    }

    private record DesignRow(String design, String load, DesignPart part, int served) {

        DesignRow(String design, String load, DesignPart part) {
            this(design, load, part, part.load().served());
        }

        LoadResult result() {
            return part.load();
        }
    }

    private static Stream<DesignRow> loads(QueueDesignsRun run) {
        String name = run.test().name();
        DesignFigures measured = run.measured();
        List<DesignRow> rows = new ArrayList<>();
        rows.add(new DesignRow(name, "a trivial endpoint", measured.hello()));
        measured.sizes()
                .forEach(size -> rows.add(
                        new DesignRow(name, text("%,d requests", size.requests()), size.median(), size.served())));
        if (measured.killed() != null) {
            rows.add(new DesignRow(name, "a worker is killed", measured.killed().part()));
        }
        RefusalCounts refusals = measured.refusals();
        if (refusals != null) {
            rows.add(new DesignRow(
                    name, text("%,d refused", refusals.once().load().refusals()), refusals.once()));
            rows.add(new DesignRow(
                    name, text("%,d refused, come back", refusals.again().load().refusals()), refusals.again()));
        }
        return rows.stream();
    }

    /**
     * How a design did with most requests.
     *
     * @param share of the requests that were served, 0 to 1
     * @param rate requests a second
     */
    record Standing(String name, double share, double rate) {

        /** The best first: which serves more, and of those that serve as much the faster one. Fast is worth nothing where requests are lost. */
        static List<Standing> ranked(List<QueueDesignsRun> runs) {
            return runs.stream()
                    .filter(run -> !run.measured().sizes().isEmpty())
                    .map(run -> new Standing(
                            run.test().name(),
                            run.measured().largest().share(),
                            run.measured().largest().median().load().rate()))
                    .sorted(Comparator.comparingDouble(Standing::share)
                            .thenComparingDouble(Standing::rate)
                            .reversed())
                    .toList();
        }
    }

    /**
     * @param users callers at the same time
     * @param requests how many requests they make together; a part of a test for each
     * @param rounds how often each part is run
     * @param warmUp requests that are made before any is measured: the stack's JVM has compiled what it runs by then, however busy the machine
     */
    record LoadSizes(int users, List<Integer> requests, int rounds, int warmUp) {

        /** The original's: 200 callers. In a build so few that also a busy machine answers each in time. */
        static LoadSizes of(LabProfile profile) {
            List<Integer> original = List.of(1_000, 3_000, 5_000, 10_000);
            return switch (profile) {
                case FULL -> new LoadSizes(200, original, 5, 100_000);
                case SHORT -> new LoadSizes(200, original, 3, 60_000);
                case BUILD -> new LoadSizes(8, List.of(50, 200), 1, 50);
            };
        }

        int most() {
            return requests.get(requests.size() - 1);
        }
    }
}
