package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.StepLoadProfile;
import io.dronedelivery.loadtest.lab.CpuSampler.Sample;
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

    /** Long enough for the code to be compiled; one user, so that no budget is overdrawn when the load begins. */
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    private static final Duration CEILING = Duration.ofSeconds(10);
    private static final String TRIVIAL = "/actuator/info";

    private final LabSettings settings;
    private final Children children;
    private final Progress progress;
    private final Path output;
    private final int owners;

    private StepLoad(LabSettings settings, Children children, Progress progress) {
        this.settings = settings;
        this.children = children;
        this.progress = progress;
        this.output = settings.output().resolve(NAME);
        this.owners = settings.load().duration().compareTo(Duration.ofMinutes(2)) < 0 ? 1_000 : 10_000;
    }

    static List<Check> run(LabSettings settings, PrintStream out) throws IOException, InterruptedException {
        List<StepLoadTest> tests = StepLoadTest.ofTheArticle().stream()
                .filter(test -> settings.tests().isEmpty()
                        || settings.tests().contains(test.name().replace("Test ", "")))
                .toList();
        try (Children children = new Children()) {
            StepLoad experiment = new StepLoad(settings, children, new Progress(out, tests.size()));
            List<Run> runs = new ArrayList<>();
            for (StepLoadTest test : tests) {
                runs.add(experiment.run(test));
            }
            return Results.write(settings, Machine.here(), runs, experiment.output);
        }
    }

    private Run run(StepLoadTest test) throws IOException, InterruptedException {
        progress.next(test.name() + ": " + test.change() + " - starting the stack");
        Path directory =
                output.resolve("logs").resolve(test.name().toLowerCase().replace(' ', '-'));
        try (StackProcess stack = StackProcess.start(
                children,
                settings.stackJar(),
                settings.stackJvmArguments(),
                test.stackOptions(owners, settings.sampling()),
                directory.resolve("stack.log"))) {
            stack.awaitReady();
            progress.say("warming up");
            WarmUp.run(stack.url("gateway"), owners, WARM_UP);
            Measured measured = measure(test, stack, directory);
            double ceiling = ceiling(stack.url("gateway"), directory.resolve("ceiling"));
            return new Run(test, measured, ceiling);
        }
    }

    private Measured measure(StepLoadTest test, StackProcess stack, Path directory)
            throws IOException, InterruptedException {
        StepLoadProfile profile = settings.load();
        try (ServiceMeters meters = new ServiceMeters(stack.url("drone-service"));
                CpuSampler cpu = new CpuSampler(stack.handle())) {
            Load load = new Gatling(children, directory.resolve("gatling"))
                    .run(
                            stack.url("gateway"),
                            profile.duration(),
                            test.loadSettings(owners),
                            since -> progress.bar(
                                    (double) since.toMillis()
                                            / profile.duration().toMillis(),
                                    test.name()));
            meters.read();
            List<Sample> samples = cpu.samples();
            Telemetry telemetry = new MeterTelemetry(
                            meters.snapshots(),
                            "drone-utilization",
                            (double) test.throughput() / StepLoadTest.PARTITIONS)
                    .read();
            return Measured.of(load, profile, telemetry, samples);
        }
    }

    /** What load generator and gateway manage together when there is nothing to do: no figure of a test can be above it. */
    private double ceiling(URI gateway, Path directory) throws IOException, InterruptedException {
        Load load = new Gatling(children, directory)
                .run(
                        gateway,
                        CEILING,
                        Map.of("path", TRIVIAL),
                        since -> progress.bar((double) since.toMillis() / CEILING.toMillis(), "trivial endpoint"));
        return Series.max(load.perSecond());
    }

    /**
     * A test that was run.
     *
     * @param ceiling requests a second of a trivial endpoint, in the second that had most
     */
    record Run(StepLoadTest test, Measured measured, double ceiling) {}
}
