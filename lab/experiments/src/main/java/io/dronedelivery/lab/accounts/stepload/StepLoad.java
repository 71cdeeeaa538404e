package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.CpuSampler;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.SampleSeries;
import io.dronedelivery.lab.kit.report.Turns;
import io.dronedelivery.loadtest.StepLoadProfile;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The step-load of the article: each test on a freshly configured stack, with more and more users. */
public final class StepLoad {

    static final String NAME = "step-load";

    public static final Experiment EXPERIMENT =
            Experiment.of(NAME, StepLoadSettings::of, StepLoad::run).withOwnSettings("duration", "lab.sampling");

    private static final String TRIVIAL = "/actuator/info";

    private static final Duration SUMMARIES = Duration.ofMinutes(10);

    /** Until the exporters have sent what they had: they do so every few seconds. */
    private static final Duration TELEMETRY = Duration.ofSeconds(40);

    private final StepLoadSettings settings;
    private final Children children;
    private final Path output;

    /** Written by the thread of the first test before its result is there, read afterwards. */
    private volatile double ceiling = Double.NaN;

    private StepLoad(StepLoadSettings settings, Children children) {
        this.settings = settings;
        this.children = children;
        this.output = settings.output();
    }

    static List<Check> run(StepLoadSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            StepLoad experiment = new StepLoad(settings, children);
            return Turns.run(
                    children,
                    settings.tests(),
                    StepLoadTest::name,
                    settings.times().testsAtATime(),
                    out,
                    experiment::run,
                    (finished, tests) -> StepLoadResults.write(settings, experiment.runs(finished), tests));
        }
    }

    private List<StepLoadAccountRun> runs(List<Finished> finished) {
        return finished.stream()
                .map(one -> new StepLoadAccountRun(
                        one.test(), one.test().sampling(settings.sampling()), one.measured(), ceiling))
                .toList();
    }

    private Finished run(StepLoadTest test, Progress.OfTest told) throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path directory = output.resolve("logs").resolve(test.id());
        int owners = test.owners(settings.load());
        try (StackProcess stack = StackProcess.start(
                children,
                settings.lab(),
                test.stackOptions(owners, settings.sampling()),
                directory.resolve("stack.log"))) {
            stack.awaitReady();
            if (test.readsSummaries()) {
                told.say("the change feed fills the summaries");
                new ServiceMeters(stack.management("drone-service"))
                        .await("drone_utilization_summary_months_total", test.documents(owners), SUMMARIES);
            }
            told.say("the stack is up and is warmed up");
            WarmUp.run(
                    stack.url("gateway"),
                    owners,
                    test.throughput(),
                    settings.times().warmUp());
            if (test.equals(settings.tests().get(0))) {
                ceiling = ceiling(stack.management("gateway"), directory.resolve("ceiling"), told);
            }
            return new Finished(test, measure(test, stack, directory, told));
        }
    }

    private StepLoadFigures measure(StepLoadTest test, StackProcess stack, Path directory, Progress.OfTest told)
            throws IOException, InterruptedException {
        StepLoadProfile profile = test.profile(settings.load());
        InsightsTelemetry insights = new InsightsTelemetry(stack.url("insights"));
        insights.awaitQuiet(TELEMETRY);
        insights.clear();
        ServiceMeters meters = new ServiceMeters(stack.management("drone-service"));
        meters.read();
        try (CpuSampler cpu = new CpuSampler(stack.handle())) {
            GatlingLoad load = gatling(directory.resolve("gatling"))
                    .run(
                            stack.url("gateway"),
                            profile.duration(),
                            test.loadSettings(test.owners(settings.load())),
                            since -> told.bar(share(since, profile.duration()), test.name()));
            meters.read();
            List<CpuSampler.Sample> samples = cpu.samples();
            told.say("collecting the telemetry");
            insights.awaitQuiet(TELEMETRY);
            StackTelemetry telemetry = insights.read(load, test);
            return StepLoadFigures.of(
                    load, profile, telemetry, MeterCounts.of(meters.snapshots(), test.container()), samples);
        }
    }

    private Gatling gatling(Path directory) throws IOException {
        LabSettings lab = settings.lab();
        return new Gatling(children, lab.toolJvmArguments(), Gatling.classPath(lab.loadTest()), directory);
    }

    /** What load generator and gateway manage together when there is nothing to do: no figure of a test can be above it. */
    private double ceiling(URI gateway, Path directory, Progress.OfTest told) throws IOException, InterruptedException {
        Duration duration = settings.times().ceiling();
        GatlingLoad load = gatling(directory)
                .run(
                        gateway,
                        duration,
                        Map.of("path", TRIVIAL),
                        since -> told.bar(share(since, duration), "a trivial endpoint"));
        return SampleSeries.max(load.perSecond());
    }

    private static double share(Duration since, Duration whole) {
        return (double) since.toMillis() / whole.toMillis();
    }

    /** A test that was run, without the ceiling, which is the same for all. */
    private record Finished(StepLoadTest test, StepLoadFigures measured) {}

    /**
     * A test that was run.
     *
     * @param sampling percentage of the traces that were sent
     * @param ceiling requests a second of a trivial endpoint, in the second that had most
     */
    record StepLoadAccountRun(StepLoadTest test, int sampling, StepLoadFigures measured, double ceiling) {

        /** How far a total that was told from the traces sent may be off: four times its standard deviation, and what was on its way. */
        double uncertainty() {
            double share = sampling / 100.0;
            return 0.02 + 4 * Math.sqrt((1 - share) / (share * Math.max(1, measured.successful())));
        }
    }
}
