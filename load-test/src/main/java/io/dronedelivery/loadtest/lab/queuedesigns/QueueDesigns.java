package io.dronedelivery.loadtest.lab.queuedesigns;

import io.dronedelivery.loadtest.lab.common.Check;
import io.dronedelivery.loadtest.lab.common.Children;
import io.dronedelivery.loadtest.lab.common.Progress;
import io.dronedelivery.loadtest.lab.common.StackProcess;
import io.dronedelivery.loadtest.lab.common.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Runs the tests, each against a stack of its own. */
final class QueueDesigns {

    static final String NAME = "queue-designs";

    private final QueueDesignsSettings settings;
    private final Children children;
    private final Progress progress;

    private QueueDesigns(QueueDesignsSettings settings, Children children, PrintStream out) {
        this.settings = settings;
        this.children = children;
        this.progress = new Progress(out, settings.tests().size());
    }

    /** A test that was run. */
    record Run(DesignTest test, Measured measured) {}

    static List<Check> run(QueueDesignsSettings settings, PrintStream out) throws IOException, InterruptedException {
        try (Children children = new Children()) {
            return new QueueDesigns(settings, children, out).run();
        }
    }

    private List<Check> run() throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        List<Callable<Run>> tests = new ArrayList<>();
        for (DesignTest test : settings.tests()) {
            Progress.OfTest told = progress.test(tests.size() + 1);
            tests.add(() -> run(test, told));
        }
        return Turns.run(tests, settings.sizes().testsAtATime(), run -> {
            runs.add(run);
            // After each, so that there is something to look at when a later one is interrupted.
            return QueueDesignsResults.write(settings, runs);
        });
    }

    private Run run(DesignTest test, Progress.OfTest told) throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path data = settings.output().resolve("data").resolve(test.name());
        remove(data);
        try (StackProcess stack = StackProcess.start(
                children,
                settings.lab().stackJar(),
                settings.lab().stackJvmArguments(),
                test.stackOptions(data),
                settings.output().resolve("logs").resolve(test.name() + ".log"))) {
            stack.awaitReady();
            told.say("the stack is up and is warmed up");
            return new Run(test, new DesignLoad(stack, settings.sizes(), told).run(test));
        } finally {
            remove(data);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> all;
            try (Stream<Path> files = Files.walk(folder)) {
                all = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
