package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Runs the tests of an experiment. */
public final class Turns {

    private Turns() {}

    /** Runs one of them and tells how far it is. Ends the processes that it starts, also when it throws. */
    @FunctionalInterface
    public interface Test<T, R> {
        R run(T test, Progress.OfTest told) throws Exception;
    }

    /**
     * Receives all runs that are over, and says what must hold of them. It is called before the first test, so that results of an earlier
     * experiment are not taken for results of this one. It is called again after each test, so that there are results when a later test is
     * interrupted.
     */
    @FunctionalInterface
    public interface Over<R> {
        List<Check> told(List<R> runs, Tests tests) throws IOException;
    }

    /**
     * Runs them to their end. A test that throws has no run and is among the tests that failed; the others are run all the same.
     *
     * @param children the processes of the experiment: what a test throws when they are being stopped is no failure of the test
     * @param tests in their order
     * @param atATime how many run at the same time
     * @param expected how long all of them take, probably; zero where nothing is known of it
     * @param out takes the progress
     * @param over receives the runs in the order of the tests, and which tests they are
     * @return what it said last
     * @throws InterruptedException when the experiment is interrupted, or its processes are being stopped
     */
    public static <T, R> List<Check> run(
            Children children,
            List<T> tests,
            Function<T, String> name,
            int atATime,
            Duration expected,
            PrintStream out,
            Test<T, R> test,
            Over<R> over)
            throws IOException, InterruptedException {
        Progress progress = new Progress(out, tests.size());
        Tests course = Tests.of(tests.stream().map(name).toList(), expected);
        progress.expect(course.expectedEnd());
        List<R> runs = new ArrayList<>();
        List<Check> checks = over.told(List.of(), course);
        ExecutorService threads = Executors.newFixedThreadPool(atATime);
        try {
            List<Future<R>> results = new ArrayList<>();
            for (T one : tests) {
                Progress.OfTest told = progress.test(results.size() + 1);
                results.add(threads.submit(() -> test.run(one, told)));
            }
            for (int i = 0; i < results.size(); i++) {
                String which = name.apply(tests.get(i));
                try {
                    runs.add(results.get(i).get());
                    course = course.withFinished(which);
                } catch (ExecutionException e) {
                    Throwable failure = failure(e, children);
                    progress.test(i + 1).say(which + " failed: " + failure);
                    course = course.withFailed(which, failure);
                }
                progress.expect(course.expectedEnd());
                checks = over.told(List.copyOf(runs), course);
            }
            return checks;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Throwable failure(ExecutionException e, Children children) throws InterruptedException {
        Throwable failure = e.getCause() == null ? e : e.getCause();
        if (failure instanceof InterruptedException || children.areBeingStopped()) {
            InterruptedException interrupted = new InterruptedException("The experiment is being stopped");
            interrupted.initCause(failure);
            throw interrupted;
        }
        return failure;
    }
}
