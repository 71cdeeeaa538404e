package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Runs the tests, each against a stack of its own. */
public final class QueueDesigns {

    static final String NAME = "queue-designs";

    public static final Experiment EXPERIMENT = Experiment.of(NAME, QueueDesignsSettings::of, QueueDesigns::run);

    private final QueueDesignsSettings settings;
    private final Children children;

    private QueueDesigns(QueueDesignsSettings settings, Children children) {
        this.settings = settings;
        this.children = children;
    }

    /** A test that was run. */
    record QueueDesignsRun(DesignTest test, DesignFigures measured) {}

    static List<Check> run(QueueDesignsSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            children.afterwards(() -> Folders.delete(settings.data()));
            QueueDesigns experiment = new QueueDesigns(settings, children);
            return Turns.run(
                    children,
                    settings.tests(),
                    DesignTest::name,
                    settings.sizes().testsAtATime(),
                    out,
                    experiment::run,
                    (runs, tests) -> QueueDesignsResults.write(settings, runs, tests));
        }
    }

    private QueueDesignsRun run(DesignTest test, Progress.OfTest told) throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path data = settings.data().resolve(test.name());
        Folders.delete(data);
        try (StackProcess stack = StackProcess.start(
                children,
                settings.lab(),
                test.stackOptions(data),
                settings.output().resolve("logs").resolve(test.name() + ".log"))) {
            stack.awaitReady();
            told.say("the stack is up and is warmed up");
            return new QueueDesignsRun(test, new DesignLoad(stack, settings.sizes(), told).run(test));
        } finally {
            Folders.delete(data);
        }
    }
}
