package io.dronedelivery.promise;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.localstack.option.StackBroker;
import java.io.PrintStream;
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
        try {
            return run(settings, out).stream().allMatch(Check::holds) ? 0 : 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("interrupted");
            return 1;
        } catch (Exception failure) {
            failure.printStackTrace(err);
            return 1;
        }
    }

    /** Runs on each broker, and writes the results before the first one, meanwhile and after each anew. */
    static List<Check> run(PromiseSettings settings, PrintStream out) throws Exception {
        Progress progress = new Progress(out, settings.brokers().size());
        List<PromiseReport> reports = new ArrayList<>();
        Tests tests =
                Tests.of(settings.brokers().stream().map(StackBroker::label).toList(), Duration.ZERO);
        List<Check> checks = PromiseResults.write(settings, tests, reports);
        for (StackBroker broker : settings.brokers()) {
            Tests over = tests;
            Run run = new Run(
                    settings,
                    broker,
                    progress.test(reports.size() + 1),
                    report -> PromiseResults.write(
                            settings,
                            over,
                            Stream.concat(reports.stream(), Stream.of(report)).toList()));
            reports.add(run.toTheEnd());
            tests = tests.withFinished(broker.label());
            checks = PromiseResults.write(settings, tests, reports);
        }
        out.println();
        for (Check check : checks) {
            out.printf("%s  %s: %s%n", check.outcome(), check.name(), check.figure());
        }
        out.println();
        out.println("Page:    " + PromiseResults.folder(settings).resolve("index.html"));
        return checks;
    }
}
