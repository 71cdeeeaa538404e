package io.dronedelivery.promise;

import io.dronedelivery.lab.kit.process.ParentWatch;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.localstack.option.StackBroker;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tests the promise: {@code mvn -Ppromise verify -Dpromise.kills=200}. Ends with 0 when every check holds, 1 when one does not or the
 * run is broken off, and 2 when a setting is wrong.
 */
public final class Promise {

    private Promise() {}

    public static void main(String... arguments) {
        ParentWatch.begin();
        System.exit(run(System.out, System.err));
    }

    private static int run(PrintStream out, PrintStream err) {
        PromiseSettings settings;
        try {
            settings = PromiseSettings.of(System.getProperties());
        } catch (IllegalArgumentException wrong) {
            err.println(wrong.getMessage());
            return 2;
        }
        Course course = new Course(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> course.interrupt(out, err), "interrupt"));
        try {
            return run(settings, course, out).stream().allMatch(Check::holds) ? 0 : 1;
        } catch (Exception failure) {
            failure.printStackTrace(err);
            return 1;
        } finally {
            course.end();
        }
    }

    /** Runs on each broker, and writes the results before the first one, meanwhile and after each anew. */
    static List<Check> run(PromiseSettings settings, PrintStream out) throws Exception {
        return run(settings, new Course(settings), out);
    }

    private static List<Check> run(PromiseSettings settings, Course course, PrintStream out) throws Exception {
        Progress progress = new Progress(out, settings.brokers().size());
        List<PromiseReport> reports = new ArrayList<>();
        Tests tests =
                Tests.of(settings.brokers().stream().map(StackBroker::label).toList(), Duration.ZERO);
        List<Check> checks = course.write(tests, reports);
        for (StackBroker broker : settings.brokers()) {
            Tests over = tests;
            Run run = new Run(
                    settings,
                    broker,
                    progress.test(reports.size() + 1),
                    report -> course.write(
                            over,
                            Stream.concat(reports.stream(), Stream.of(report)).toList()));
            reports.add(run.toTheEnd());
            tests = tests.withFinished(broker.label());
            checks = course.write(tests, reports);
        }
        out.println();
        for (Check check : checks) {
            out.printf("%s  %s: %s%n", check.outcome(), check.name(), check.figure());
        }
        out.println();
        out.println("Page:    " + page(settings));
        return checks;
    }

    private static Path page(PromiseSettings settings) {
        return PromiseResults.folder(settings).resolve("index.html");
    }

    /** What is there so far. After a signal the main thread goes on, and takes the end of the cluster for failures: nothing of that is told. */
    private static final class Course {

        private final PromiseSettings settings;
        private Tests tests = Tests.of(List.of(), Duration.ZERO);
        private List<PromiseReport> reports = List.of();
        private boolean ended;

        Course(PromiseSettings settings) {
            this.settings = settings;
        }

        /** @throws InterruptedException when the run has been interrupted */
        synchronized List<Check> write(Tests now, List<PromiseReport> soFar) throws IOException, InterruptedException {
            if (ended) {
                throw new InterruptedException();
            }
            tests = now;
            reports = List.copyOf(soFar);
            return PromiseResults.write(settings, tests, reports);
        }

        synchronized void end() {
            ended = true;
        }

        synchronized void interrupt(PrintStream out, PrintStream err) {
            if (!ended) {
                ended = true;
                try {
                    PromiseResults.write(settings, tests.asInterrupted(), reports);
                    err.println("Interrupted; what was found so far: " + page(settings));
                } catch (IOException e) {
                    err.println("Interrupted; the results could not be written: " + e.getMessage());
                }
                out.close();
                err.close();
            }
        }
    }
}
