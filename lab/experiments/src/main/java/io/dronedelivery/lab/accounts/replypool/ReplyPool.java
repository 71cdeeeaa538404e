package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.accounts.workers.WorkersApi.Pool;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.ClosedLoad;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Runs the loads of each design: on new processes with an empty pool, on one with a pool of the size that these have shown to be enough. */
public final class ReplyPool {

    static final String NAME = "reply-pool";

    public static final Experiment EXPERIMENT = Experiment.of(NAME, ReplyPoolSettings::of, ReplyPool::run);

    /** As the published account's single microservice. */
    private static final int WORKERS = 1;

    private static final int PREFETCH = 1;
    private static final int MOST_CHANNELS = 256;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String TRIVIAL = "/actuator/health/liveness";

    private final ReplyPoolSettings settings;
    private final Children children;

    private ReplyPool(ReplyPoolSettings settings, Children children) {
        this.settings = settings;
        this.children = children;
    }

    static List<Check> run(ReplyPoolSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            ReplyPool experiment = new ReplyPool(settings, children);
            return Turns.run(
                    children,
                    settings.designs(),
                    UnaryOperator.identity(),
                    1,
                    out,
                    experiment::run,
                    (runs, tests) -> ReplyPoolResults.write(
                            settings, runs.stream().flatMap(List::stream).toList(), tests));
        }
    }

    private List<ReplyPoolRun> run(String design, Progress.OfTest told) throws IOException, InterruptedException {
        List<ReplyPoolRun> runs = new ArrayList<>();
        for (PublishedLoad load : settings.loads()) {
            ReplyPoolRun again = cold(design, load, told, runs);
            // The smallest pool that leaves no cold request: a channel has one request at a time, so what the loads
            // have opened is what they needed at the same time.
            runs.add(sized(design, load, (int) (again.channels() + again.created()), told));
            if (settings.lab().profile().judgesSpeed()) {
                runs.add(empty(design, load, told));
            }
        }
        return runs;
    }

    /** On a new process with an empty pool: adds the first load and the one of its repetitions that counts, which it returns. */
    private ReplyPoolRun cold(String design, PublishedLoad load, Progress.OfTest told, List<ReplyPoolRun> runs)
            throws IOException, InterruptedException {
        try (Running stack = start(design, 0, "cold-" + load.users(), told)) {
            runs.add(stack.load(ReplyPoolKind.COLD, load, 1));
            ReplyPoolRun again =
                    QuietLoads.until(load.users(), number -> stack.load(ReplyPoolKind.AGAIN, load, number));
            runs.add(again);
            return again;
        }
    }

    /** Once on a pool of that size, on a process that has already made requests. */
    private ReplyPoolRun sized(String design, PublishedLoad load, int channels, Progress.OfTest told)
            throws IOException, InterruptedException {
        try (Running stack = start(design, channels, "sized-" + load.users(), told)) {
            stack.warmUp(load.users());
            ReplyPoolRun run = stack.load(ReplyPoolKind.SIZED, load, 1);
            return run.withCeiling(stack.trivial(load).rate());
        }
    }

    /** On a pool that has one channel to begin with, on a process that has already made requests. */
    private ReplyPoolRun empty(String design, PublishedLoad load, Progress.OfTest told)
            throws IOException, InterruptedException {
        try (Running stack = start(design, 0, "empty-" + load.users(), told)) {
            // By one user, who needs no more channels than there are.
            stack.warmUp(1);
            return stack.load(ReplyPoolKind.EMPTY, load, 1);
        }
    }

    private Running start(String design, int minChannels, String log, Progress.OfTest told)
            throws IOException, InterruptedException {
        Map<String, String> options =
                WorkersStack.options(design, minChannels, MOST_CHANNELS, WORKERS, PREFETCH, Duration.ZERO);
        options.putAll(ReplyPoolSettings.inputs(design));
        // One of them needs a channel.
        options.put("local.first-calls", "off");
        told.say("%s, %d reply channels at the start".formatted(design, minChannels));
        Path output = settings.output().resolve("logs").resolve(design + "-" + log + ".log");
        StackProcess stack = StackProcess.start(children, settings.lab(), options, output);
        try {
            stack.awaitReady();
            WorkersApi workers = new WorkersApi(stack.management("invoice-service"));
            workers.awaitReady();
            return new Running(design, options, stack, workers, told);
        } catch (IOException | InterruptedException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** A stack under load. */
    private final class Running implements AutoCloseable {

        private final String design;
        private final Map<String, String> options;
        private final StackProcess stack;
        private final WorkersApi workers;
        private final Progress.OfTest told;

        private Running(
                String design,
                Map<String, String> options,
                StackProcess stack,
                WorkersApi workers,
                Progress.OfTest told) {
            this.design = design;
            this.options = options;
            this.stack = stack;
            this.workers = workers;
            this.told = told;
        }

        ReplyPoolRun load(ReplyPoolKind kind, PublishedLoad load, int attempt)
                throws IOException, InterruptedException {
            Pool before = workers.status().requests().pool();
            LoadResult result = numbers(load.requests(), load.users())
                    .run(over -> told.bar((double) over / load.requests(), kind.title() + ", " + load.users()));
            Pool after = workers.status().requests().pool();
            return ReplyPoolRun.of(design, kind, load, attempt, before, after, result, options);
        }

        void warmUp(int users) throws IOException, InterruptedException {
            told.say("%,d requests to warm up".formatted(settings.warmUp()));
            numbers(settings.warmUp(), users).run();
        }

        LoadResult trivial(PublishedLoad load) throws IOException, InterruptedException {
            URI trivial = stack.management("gateway").resolve(TRIVIAL);
            told.say("a trivial endpoint");
            ClosedLoad calls =
                    ClosedLoad.of(trivial, load.requests(), load.users()).withTimeout(TIMEOUT);
            calls.run();
            return calls.run();
        }

        private ClosedLoad numbers(int requests, int users) throws IOException {
            return WorkersStack.numbers(stack.url("gateway"), requests, users).withTimeout(TIMEOUT);
        }

        @Override
        public void close() {
            stack.close();
        }
    }
}
