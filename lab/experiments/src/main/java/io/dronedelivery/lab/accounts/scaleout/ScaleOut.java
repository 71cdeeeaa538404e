package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the tests, each against a stack of its own. */
public final class ScaleOut {

    static final String NAME = "scale-out";

    public static final Experiment EXPERIMENT = Experiment.of(NAME, ScaleOutSettings::of, ScaleOut::run);

    private final ScaleOutSettings settings;
    private final Children children;

    private ScaleOut(ScaleOutSettings settings, Children children) {
        this.settings = settings;
        this.children = children;
    }

    /** A test that was run; it has one of the three. */
    record ScaleOutAccountRun(
            ScaleOutTest test,
            @Nullable Curve curve,
            @Nullable Following following,
            @Nullable Held held) {}

    static List<Check> run(ScaleOutSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            ScaleOut experiment = new ScaleOut(settings, children);
            return Turns.run(
                    children,
                    settings.tests(),
                    ScaleOutTest::name,
                    1,
                    out,
                    experiment::run,
                    (runs, tests) -> ScaleOutResults.write(settings, runs, tests));
        }
    }

    private ScaleOutAccountRun run(ScaleOutTest test, Progress.OfTest told) throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path log = settings.output().resolve("logs").resolve(test.id() + ".log");
        try (StackProcess stack = StackProcess.start(
                children, settings.lab().stackJar(), settings.jvmArguments(test), settings.stackOptions(test), log)) {
            stack.awaitReady();
            WorkersApi workers = new WorkersApi(stack.management("invoice-service"));
            workers.awaitReady();
            told.say("the stack is up");
            MathLoad load = new MathLoad(stack.url("gateway"), stack.management("gateway"), test.users());
            return switch (test.kind()) {
                case CURVE ->
                    new ScaleOutAccountRun(test, new CurveRun(settings.times(), workers, load, told).run(), null, null);
                case AUTOSCALER ->
                    new ScaleOutAccountRun(
                            test, null, new FollowingRun(settings.times(), workers, load, told).run(), null);
                case LOCKS -> new ScaleOutAccountRun(test, null, null, held(test, workers, load, log, told));
            };
        }
    }

    private static Held held(ScaleOutTest test, WorkersApi workers, MathLoad load, Path log, Progress.OfTest told)
            throws IOException, InterruptedException {
        boolean warned = Files.readString(log).contains(Held.WARNING + test.prefetch());
        told.say("%,d jobs at the same time, then a wait until no more of them are given up".formatted(test.users()));
        LoadResult result = load.run(test.users(), over -> {});
        return new Held(workers.awaitDeadLetters(), warned, result);
    }
}
