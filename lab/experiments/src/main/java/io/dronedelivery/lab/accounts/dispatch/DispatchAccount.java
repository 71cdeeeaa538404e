package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the tests, each against a stack of its own. */
public final class DispatchAccount {

    static final String NAME = "dispatch";

    public static final Experiment EXPERIMENT = Experiment.of(NAME, DispatchSettings::of, DispatchAccount::run);

    private final DispatchSettings settings;
    private final Children children;

    private DispatchAccount(DispatchSettings settings, Children children) {
        this.settings = settings;
        this.children = children;
    }

    /**
     * A test that was run.
     *
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

    static List<Check> run(DispatchSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            DispatchAccount experiment = new DispatchAccount(settings, children);
            return Turns.run(
                    children,
                    settings.tests(),
                    DispatchTest::name,
                    settings.times().testsAtATime(),
                    out,
                    experiment::run,
                    (runs, tests) -> DispatchResults.write(settings, runs, tests));
        }
    }

    private DispatchAccountRun run(DispatchTest test, Progress.OfTest told) throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        if (test.isFullSpeed()) {
            Path output = settings.output().resolve(test.id());
            return new DispatchAccountRun(test, null, null, FullSpeed.measure(settings.lab(), children, output, told));
        }
        Path log = settings.output().resolve("logs").resolve(test.id() + ".log");
        try (StackProcess stack =
                StackProcess.start(children, settings.lab(), test.stackOptions(settings.model()), log)) {
            if (!test.sends()) {
                return DispatchAccountRun.refused(test, refusal(stack));
            }
            stack.awaitReady();
            told.say("the stack is up");
            Duration duration = settings.times().of(test);
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
}
