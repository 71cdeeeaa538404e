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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The step-load of the article: each test on a freshly configured stack, with more and more users. */
final class StepLoad {

    static final String NAME = "step-load";

    private static final String TRIVIAL = "/actuator/info";

    private static final Duration SUMMARIES = Duration.ofMinutes(10);

    /** Until the exporters have sent what they had: they do so every few seconds. */
    private static final Duration TELEMETRY = Duration.ofSeconds(40);

    private final LabSettings settings;
    private final Children children;
    private final Progress progress;
    private final Path output;

    /** Written by the thread of the first test before its result is there, read afterwards. */
    private volatile double ceiling = Double.NaN;

    private StepLoad(LabSettings settings, Children children, PrintStream out) {
        this.settings = settings;
        this.children = children;
        this.progress = new Progress(out, settings.tests().size());
        this.output = settings.output().resolve(NAME);
    }

    static List<Check> run(LabSettings settings, PrintStream out) throws IOException, InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(settings.profile().testsAtATime());
        try (Children children = new Children()) {
            return new StepLoad(settings, children, out).run(threads);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Runs the tests, as many at the same time as there are threads, and writes the results after each. */
    private List<Check> run(ExecutorService threads) throws IOException, InterruptedException {
        List<Future<Measured>> results = new ArrayList<>();
        for (int i = 0; i < settings.tests().size(); i++) {
            int index = i;
            results.add(threads.submit(() -> run(index)));
        }
        List<Run> runs = new ArrayList<>();
        List<Check> checks = List.of();
        for (int i = 0; i < results.size(); i++) {
            StepLoadTest test = settings.tests().get(i);
            Measured measured = result(results.get(i));
            runs.add(new Run(test, test.sampling(settings.sampling()), measured, ceiling));
            // After each, so that there is something to look at when a later one is interrupted.
            checks = Results.write(settings, Machine.here(), runs, output);
        }
        return checks;
    }

    private static Measured result(Future<Measured> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IllegalStateException(cause == null ? e.getMessage() : cause.getMessage(), e);
        }
    }

    private Measured run(int index) throws IOException, InterruptedException {
        StepLoadTest test = settings.tests().get(index);
        Progress.OfTest told = progress.test(index + 1);
        told.say(test.name() + ": " + test.change());
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
                told.say("the change feed fills the summaries");
                new ServiceMeters(stack.url("drone-service"))
                        .await("drone_utilization_summary_months_total", test.documents(owners), SUMMARIES);
            }
            told.say("the stack is up and is warmed up");
            WarmUp.run(
                    stack.url("gateway"),
                    owners,
                    test.throughput(),
                    settings.profile().warmUp());
            if (index == 0) {
                ceiling = ceiling(stack.url("gateway"), directory.resolve("ceiling"), told);
            }
            return measure(test, stack, directory, told);
        }
    }

    private Measured measure(StepLoadTest test, StackProcess stack, Path directory, Progress.OfTest told)
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
                            since -> told.bar(share(since, profile.duration()), test.name()));
            meters.read();
            List<CpuSampler.Sample> samples = cpu.samples();
            told.say("collecting the telemetry");
            insights.awaitQuiet(TELEMETRY);
            Telemetry telemetry = insights.read(load, test);
            return Measured.of(load, profile, telemetry, MeterCounts.of(meters.snapshots(), test.container()), samples);
        }
    }

    /** What load generator and gateway manage together when there is nothing to do: no figure of a test can be above it. */
    private double ceiling(URI gateway, Path directory, Progress.OfTest told) throws IOException, InterruptedException {
        Duration duration = settings.profile().ceiling();
        Load load = new Gatling(children, settings.classPath(), directory)
                .run(
                        gateway,
                        duration,
                        Map.of("path", TRIVIAL),
                        since -> told.bar(share(since, duration), "a trivial endpoint"));
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
