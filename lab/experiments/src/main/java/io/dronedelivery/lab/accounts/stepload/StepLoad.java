package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.stepload.ServiceMeters.MeterCounts;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.CpuSampler;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.SampleSeries;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The step-load of the article: each test on a freshly configured stack, with more and more users. */
public final class StepLoad extends Experiment<StepLoadTest, StepLoad.StepLoadAccountRun> {

    public static final String NAME = "step-load";

    private static final String TRIVIAL = "/actuator/info";

    private static final Duration SUMMARIES = Duration.ofMinutes(10);

    /** Until the exporters have sent what they had: they do so every few seconds. */
    private static final Duration TELEMETRY = Duration.ofSeconds(40);

    private final StepLoadProfile load;

    /** Percentage of the traces that are sent. */
    private final int sampling;

    /** Written by the thread of the first test before its result is there, read afterwards. */
    private volatile double ceiling = Double.NaN;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public StepLoad(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(75, 300),
                StepLoadTest.Model.DERIVATION,
                lab,
                StepLoadTests.chosen(settings.text("lab.tests", "")),
                StepLoadTest::name);
        String usual = switch (lab.profile()) {
            case FULL -> "480s";
            case SHORT -> "48s";
            case BUILD -> "5s";
        };
        load = StepLoadProfile.of(settings, usual);
        sampling = settings.number("lab.sampling", 100, 1, 100);
    }

    @Override
    protected int testsAtATime() {
        return lab.judgesSpeed() ? 1 : 2;
    }

    @Override
    protected StepLoadAccountRun run(StepLoadTest test, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path directory = output().resolve("logs").resolve(test.id());
        int owners = test.owners(load);
        try (StackProcess stack = StackProcess.start(
                children, lab, test.stackOptions(owners, sampling), directory.resolve("stack.log"))) {
            stack.awaitReady();
            if (test.readsSummaries()) {
                told.say("the change feed fills the summaries");
                new ServiceMeters(stack.management("drone-service"))
                        .await("drone_utilization_summary_months_total", test.documents(owners), SUMMARIES);
            }
            told.say("the stack is up and is warmed up");
            Duration warmUp = Duration.ofSeconds(lab.judgesSpeed() ? 15 : 1);
            WarmUp.run(stack.url("gateway"), owners, test.throughput(), warmUp);
            if (test.equals(tests().get(0))) {
                ceiling = ceiling(stack.management("gateway"), children, directory.resolve("ceiling"), told);
            }
            return new StepLoadAccountRun(
                    test, test.sampling(sampling), measure(test, stack, children, directory, told));
        }
    }

    private StepLoadFigures measure(
            StepLoadTest test, StackProcess stack, Children children, Path directory, Progress.OfTest told)
            throws IOException, InterruptedException {
        StepLoadProfile profile = test.profile(load);
        InsightsTelemetry insights = new InsightsTelemetry(stack.url("insights"));
        insights.awaitQuiet(TELEMETRY);
        insights.clear();
        ServiceMeters meters = new ServiceMeters(stack.management("drone-service"));
        meters.read();
        try (CpuSampler cpu = new CpuSampler(stack.handle())) {
            GatlingLoad requests = gatling(children, directory.resolve("gatling"))
                    .run(
                            stack.url("gateway"),
                            profile.duration(),
                            test.loadSettings(test.owners(load)),
                            since -> told.bar(share(since, profile.duration()), test.name()));
            meters.read();
            List<CpuSampler.Sample> samples = cpu.samples();
            told.say("collecting the telemetry");
            insights.awaitQuiet(TELEMETRY);
            StackTelemetry telemetry = insights.read(requests, test);
            return StepLoadFigures.of(
                    requests, profile, telemetry, MeterCounts.of(meters.snapshots(), test.container()), samples);
        }
    }

    private Gatling gatling(Children children, Path directory) throws IOException {
        return new Gatling(children, lab.toolJvmArguments(), Gatling.classPath(lab.loadTest()), directory);
    }

    /** What load generator and gateway manage together when there is nothing to do: no figure of a test can be above it. */
    private double ceiling(URI gateway, Children children, Path directory, Progress.OfTest told)
            throws IOException, InterruptedException {
        Duration duration = Duration.ofSeconds(lab.judgesSpeed() ? 10 : 5);
        GatlingLoad requests = gatling(children, directory)
                .run(
                        gateway,
                        duration,
                        Map.of("path", TRIVIAL),
                        since -> told.bar(share(since, duration), "a trivial endpoint"));
        return SampleSeries.max(requests.perSecond());
    }

    private static double share(Duration since, Duration whole) {
        return (double) since.toMillis() / whole.toMillis();
    }

    /** @param sampling percentage of the traces that were sent */
    record StepLoadAccountRun(StepLoadTest test, int sampling, StepLoadFigures measured) {

        /** How far a total that was told from the traces sent may be off: four times its standard deviation, and what was on its way. */
        double uncertainty() {
            double share = sampling / 100.0;
            return 0.02 + 4 * Math.sqrt((1 - share) / (share * Math.max(1, measured.successful())));
        }
    }

    @Override
    protected List<Check> checks(List<StepLoadAccountRun> runs) {
        return StepLoadChecks.of(runs, lab.judgesSpeed());
    }

    @Override
    protected List<Measurement> besidePeers(List<StepLoadAccountRun> runs) {
        return runs.stream()
                .filter(run -> run.test().published() != null)
                .map(run -> Measurement.single(
                        "step-load " + run.test().name() + ": busiest second",
                        run.measured().maximumThroughput(),
                        "/s",
                        "published",
                        Objects.requireNonNull(run.test().published()).maximumThroughput()))
                .toList();
    }

    @Override
    protected Stream<Map<String, Object>> json(StepLoadAccountRun run) {
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
                        "latency", test.model().latency(),
                        "pauseMs", test.model().pause().toMillis(),
                        "burstSeconds", test.model().burstSeconds(),
                        "chargePerPartitionAsked", 3.20125,
                        "chargePerDocument", 0.18875));
        json.put("measured", run.measured());
        json.put("ceiling", ceiling);
        json.put("published", test.published() == null ? Map.of() : test.published());
        return Stream.of(json);
    }

    @Override
    protected String tables(List<StepLoadAccountRun> runs) {
        return "Each cell: measured here / published, where something was published.\n\n"
                + Table.of(runs)
                        .column("", run -> run.test().name())
                        .column("what is changed", run -> run.test().change())
                        .column("input: latency of a call, pause, unused RU kept", run -> {
                            StepLoadTest.Model model = run.test().model();
                            return model.latency() + ", " + model.pause().toMillis() + " ms, " + model.burstSeconds()
                                    + " s";
                        })
                        .column(
                                "throughput, average (1/s)",
                                "%.1f",
                                ours(StepLoadFigures::averageThroughput),
                                theirs(PublishedSteps::averageThroughput))
                        .column(
                                "throughput, maximum (1/s)",
                                "%.0f",
                                ours(StepLoadFigures::maximumThroughput),
                                theirs(PublishedSteps::maximumThroughput))
                        .column(
                                "successful requests",
                                "%,d",
                                ours(StepLoadFigures::successful),
                                theirs(PublishedSteps::successful))
                        .column("failed requests", "%d", ours(StepLoadFigures::failed), theirs(p -> 0))
                        .column(
                                "429",
                                "%,d",
                                ours(m -> m.telemetry().throttledCalls()),
                                theirs(PublishedSteps::throttled))
                        .column(
                                "drone operation, average (ms)",
                                "%.0f",
                                ours(m -> m.telemetry().drone().average()),
                                theirs(p -> p.drone().average()))
                        .column(
                                "… p50",
                                "%.0f",
                                ours(m -> m.telemetry().drone().p50()),
                                theirs(p -> p.drone().p50()))
                        .column(
                                "… p95",
                                "%.0f",
                                ours(m -> m.telemetry().drone().p95()),
                                theirs(p -> p.drone().p95()))
                        .column(
                                "… p99",
                                "%.0f",
                                ours(m -> m.telemetry().drone().p99()),
                                theirs(p -> p.drone().p99()))
                        .column(
                                "calls per operation",
                                "%.2f",
                                ours(m -> m.telemetry().costs().callsPerOperation()),
                                theirs(PublishedSteps::callsPerOperation))
                        .column(
                                "… and for the query plan",
                                "%.2f",
                                ours(m -> m.telemetry().costs().planCallsPerOperation()))
                        .column(
                                "RU per operation",
                                "%.2f",
                                ours(m -> m.telemetry().costs().chargePerOperation()),
                                theirs(PublishedSteps::chargePerOperation))
                        .column(
                                "most RU on a partition",
                                "%.0f",
                                ours(m -> m.telemetry().mostOnAPartition()),
                                theirs(PublishedSteps::mostOnAPartition))
                        .column(
                                "provisioned on a partition",
                                "%.0f",
                                ours(m -> m.telemetry().provisioned()),
                                theirs(PublishedSteps::provisionedOnAPartition))
                        .column("correlation of users and throughput", "%.2f", ours(StepLoadFigures::correlation))
                        .column("CPU of the stack, average / maximum", run -> {
                            StepLoadFigures.Cpu cpu = run.measured().cpu();
                            return text("%.0f %% / %.0f %%", 100 * cpu.averageStack(), 100 * cpu.maximumStack());
                        })
                        .column("CPU of the machine, average / maximum", run -> {
                            StepLoadFigures.Cpu cpu = run.measured().cpu();
                            return text("%.0f %% / %.0f %%", 100 * cpu.averageMachine(), 100 * cpu.maximumMachine());
                        })
                        .column("a trivial endpoint, maximum (1/s)", "%.0f", run -> ceiling)
                        .transposed()
                + runs.stream()
                        .map(run -> "\n**%s** (%s). %s\n"
                                .formatted(
                                        run.test().name(),
                                        run.test().change(),
                                        String.join(" ", run.measured().finding())))
                        .collect(Collectors.joining());
    }

    private static <V> Function<StepLoadAccountRun, V> ours(Function<StepLoadFigures, V> figure) {
        return run -> figure.apply(run.measured());
    }

    /** Absent where nothing was published. */
    private static <V> Function<StepLoadAccountRun, @Nullable V> theirs(Function<PublishedSteps, V> figure) {
        return run ->
                run.test().published() == null ? null : figure.apply(run.test().published());
    }
}
