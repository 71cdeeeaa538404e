package io.dronedelivery.lab.accounts.dispatch;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.dispatch.DispatchTest.PublishedDispatch;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.LatencyRow;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The dispatcher behind a SNAT gateway, without and with a pool of connections. Each test has a stack of its own. */
public final class DispatchAccount extends Experiment<DispatchTest, DispatchAccount.DispatchAccountRun> {

    public static final String NAME = "dispatch";

    private final DispatchModel model;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public DispatchAccount(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(55, 150),
                DispatchModel.DERIVATION,
                lab,
                DispatchTest.chosen(settings.text("lab.tests", "")),
                DispatchTest::name);
        model = lab.judgesSpeed() ? DispatchModel.OF_THE_ORIGINAL : DispatchModel.SMALL;
    }

    /**
     * @param observed absent when the stack did not start, and at full speed
     * @param refusal why it did not start
     * @param rates of the test at full speed alone
     */
    record DispatchAccountRun(
            DispatchTest test,
            @Nullable DispatchFigures observed,
            @Nullable String refusal,
            List<FullSpeed.Rate> rates) {

        static DispatchAccountRun of(DispatchTest test, DispatchFigures observed) {
            return new DispatchAccountRun(test, observed, null, List.of());
        }

        static DispatchAccountRun refused(DispatchTest test, @Nullable String reason) {
            return new DispatchAccountRun(test, null, reason, List.of());
        }
    }

    @Override
    protected int testsAtATime() {
        return lab.judgesSpeed() ? 1 : 2;
    }

    @Override
    protected DispatchAccountRun run(DispatchTest test, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        if (test.isFullSpeed()) {
            Path output = output().resolve(test.id());
            return new DispatchAccountRun(
                    test, null, null, FullSpeed.measure(lab, isForTheHistory(), children, output, told));
        }
        try (StackProcess stack = StackProcess.start(children, lab, test.stackOptions(model), log(test.id()))) {
            if (!test.sends()) {
                return DispatchAccountRun.refused(test, refusal(stack));
            }
            stack.awaitReady();
            told.say("the stack is up");
            Duration duration = test.duration(lab.profile());
            DispatchLoad load = new DispatchLoad(new DispatcherApi(stack.url("gateway")), test.perSecond(), duration);
            load.awaitConnections(test.keptConnections());
            long begin = System.nanoTime();
            DispatchFigures observed = load.run(status -> told.bar(
                    (double) (System.nanoTime() - begin) / duration.toNanos(),
                    "%d queued, %d in flight, %d errors"
                            .formatted(status.queued(), status.inflight(), status.errors())));
            return DispatchAccountRun.of(test, observed);
        }
    }

    private static @Nullable String refusal(StackProcess stack) throws IOException, InterruptedException {
        try {
            stack.awaitReady();
            return null;
        } catch (IllegalStateException notStarted) {
            return notStarted.getMessage();
        }
    }

    @Override
    protected List<Check> checks(List<DispatchAccountRun> runs) {
        return DispatchChecks.of(runs, model, lab.judgesSpeed());
    }

    @Override
    protected Stream<Map<String, Object>> json(DispatchAccountRun run) {
        DispatchTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", test.stackOptions(model));
        json.put("modelled", model);
        json.put("measured", run.observed());
        json.put("refusal", run.refusal());
        json.put("rates", run.rates());
        json.put("published", test.published() == null ? Map.of() : test.published());
        return Stream.of(json);
    }

    @Override
    protected String tables(List<DispatchAccountRun> runs) {
        return "Each cell: measured here / published, where something was published.\n\n"
                + Table.of(runs.stream()
                                .filter(run -> !run.test().isFullSpeed())
                                .toList())
                        .column("test", run -> run.test().name())
                        .column("", run -> run.test().change())
                        .column("written", "%,d", ours(DispatchFigures::written), theirs(PublishedDispatch::written))
                        .column("failed", "%,d", ours(DispatchFigures::errors), theirs(PublishedDispatch::errors))
                        .column(
                                "average (ms)",
                                "%,d",
                                ours(observed -> observed.all().averageMs()),
                                theirs(PublishedDispatch::averageMs))
                        .column(
                                "shortest to longest (ms)",
                                "%s",
                                ours(observed -> text(
                                        "%,d to %,d",
                                        observed.all().minMs(), observed.all().maxMs())),
                                theirs(original -> text("%,d to %,d", original.minMs(), original.maxMs())))
                        .column("most queued", "%.0f", ours(DispatchFigures::mostQueued))
                        .column(
                                "connections: open, opened",
                                ours(observed -> text(
                                        "%.0f to %.0f, %d",
                                        observed.fewestKept(), observed.mostOpen(), observed.connectionsOpened())))
                + "\n"
                + Table.of(runs.stream().flatMap(DispatchAccount::shares).toList())
                        .column("test", share -> share.getKey().name())
                        .column(
                                "share of the messages (%)",
                                share -> share.getValue().percent())
                        .column("written", "%,d", share -> share.getValue().count())
                        .column("average (ms)", "%,d", share -> share.getValue().averageMs())
                        .column(
                                "shortest (ms)",
                                "%,d",
                                share -> share.getValue().minMs())
                        .column("longest (ms)", "%,d", share -> share.getValue().maxMs())
                + "\n"
                + Table.of(runs.stream().flatMap(run -> run.rates().stream()).toList())
                        .column("as fast as it goes", FullSpeed.Rate::title)
                        .column("messages/s", "%,.0f", FullSpeed.Rate::messagesPerSecond)
                        .column("beside the bare SDK", "%.0f %%", FullSpeed.Rate::percentOfBare)
                        .column("CPU of the sender, a message", "%.1f µs", FullSpeed.Rate::clientMicrosPerMessage);
    }

    private static Stream<Map.Entry<DispatchTest, LatencyRow>> shares(DispatchAccountRun run) {
        return run.observed() == null
                ? Stream.empty()
                : run.observed().latency().stream().map(row -> Map.entry(run.test(), row));
    }

    /** Absent where the stack did not start. */
    private static <V> Function<DispatchAccountRun, @Nullable V> ours(Function<DispatchFigures, V> figure) {
        return run -> run.observed() == null ? null : figure.apply(run.observed());
    }

    /** Absent where nothing was published. */
    private static <V> Function<DispatchAccountRun, @Nullable V> theirs(Function<PublishedDispatch, V> figure) {
        return run ->
                run.test().published() == null ? null : figure.apply(run.test().published());
    }
}
