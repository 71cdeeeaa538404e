package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.StepLoadProfile;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The step-load of the article: each test on a freshly configured stack, with more and more users. */
final class StepLoad {

    static final String NAME = "step-load";

    private static final Duration WARM_UP = Duration.ofSeconds(15);

    private static final Duration CEILING = Duration.ofSeconds(10);
    private static final String TRIVIAL = "/actuator/info";

    private static final Duration SUMMARIES = Duration.ofMinutes(10);

    /** Until the exporters have sent what they had: they do so every few seconds. */
    private static final Duration TELEMETRY = Duration.ofSeconds(40);

    private final LabSettings settings;
    private final Children children;
    private final Progress progress;
    private final Path output;
    private double ceiling = Double.NaN;

    private StepLoad(LabSettings settings, Children children, Progress progress) {
        this.settings = settings;
        this.children = children;
        this.progress = progress;
        this.output = settings.output().resolve(NAME);
    }

    static List<Check> run(LabSettings settings, PrintStream out) throws IOException, InterruptedException {
        List<StepLoadTest> tests = settings.tests();
        try (Children children = new Children()) {
            StepLoad experiment = new StepLoad(settings, children, new Progress(out, tests.size()));
            List<Run> runs = new ArrayList<>();
            List<Check> checks = List.of();
            for (StepLoadTest test : tests) {
                runs.add(experiment.run(test));
                // After each, so that there is something to look at when a later one is interrupted.
                checks = Results.write(settings, Machine.here(), runs, experiment.output);
            }
            return checks;
        }
    }

    private Run run(StepLoadTest test) throws IOException, InterruptedException {
        progress.next(test.name() + ": " + test.change());
        Path directory = output.resolve("logs").resolve(test.id());
        int owners = test.owners(settings.load());
        try (StackProcess stack = StackProcess.start(
                children,
                settings.stackJar(),
                settings.stackJvmArguments(),
                test.stackOptions(owners, settings.sampling()),
                directory.resolve("stack.log"))) {
            stack.awaitReady();
            if (test.readsSummaries()) {
                progress.say("the change feed fills the summaries");
                new ServiceMeters(stack.url("drone-service"))
                        .await("drone_utilization_summary_months_total", test.documents(owners), SUMMARIES);
            }
            progress.say("the stack is up and is warmed up");
            WarmUp.run(stack.url("gateway"), owners, test.throughput(), WARM_UP);
            if (Double.isNaN(ceiling)) {
                ceiling = ceiling(stack.url("gateway"), directory.resolve("ceiling"));
            }
            return new Run(test, test.sampling(settings.sampling()), measure(test, stack, directory), ceiling);
        }
    }

    private Measured measure(StepLoadTest test, StackProcess stack, Path directory)
            throws IOException, InterruptedException {
        StepLoadProfile profile = test.profile(settings.load());
        InsightsTelemetry insights = new InsightsTelemetry(stack.url("insights"));
        insights.awaitQuiet(TELEMETRY);
        insights.clear();
        ServiceMeters meters = new ServiceMeters(stack.url("drone-service"));
        meters.read();
        try (CpuSampler cpu = new CpuSampler(stack.handle())) {
            Load load = new Gatling(children, settings.classPath(), directory.resolve("gatling"))
                    .run(
                            stack.url("gateway"),
                            profile.duration(),
                            test.loadSettings(test.owners(settings.load())),
                            since -> progress.bar(share(since, profile.duration()), test.name()));
            meters.read();
            List<CpuSampler.Sample> samples = cpu.samples();
            progress.say("collecting the telemetry");
            insights.awaitQuiet(TELEMETRY);
            Telemetry telemetry = insights.read(load, test);
            return Measured.of(load, profile, telemetry, MeterCounts.of(meters.snapshots(), test.container()), samples);
        }
    }

    /** What load generator and gateway manage together when there is nothing to do: no figure of a test can be above it. */
    private double ceiling(URI gateway, Path directory) throws IOException, InterruptedException {
        Load load = new Gatling(children, settings.classPath(), directory)
                .run(
                        gateway,
                        CEILING,
                        Map.of("path", TRIVIAL),
                        since -> progress.bar(share(since, CEILING), "a trivial endpoint"));
        return Series.max(load.perSecond());
    }

    private static double share(Duration since, Duration whole) {
        return (double) since.toMillis() / whole.toMillis();
    }

    /**
     * A test that was run.
     *
     * @param sampling percentage of the traces that were sent
     * @param ceiling requests a second of a trivial endpoint, in the second that had most
     */
    record Run(StepLoadTest test, int sampling, Measured measured, double ceiling) {

        /** How far a total that was told from the traces sent may be off: four times its standard deviation, and what was on its way. */
        double uncertainty() {
            double share = sampling / 100.0;
            return 0.02 + 4 * Math.sqrt((1 - share) / (share * Math.max(1, measured.successful())));
        }
    }
}
