package io.dronedelivery.loadtest.lab.common;

import io.dronedelivery.labreport.Check;
import io.dronedelivery.labreport.Progress;
import io.dronedelivery.labreport.Tests;
import java.io.IOException;
import java.io.PrintStream;
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

    /** Runs one of them and tells how far it is. */
    @FunctionalInterface
    public interface Test<T, R> {
        R run(T test, Progress.OfTest told) throws Exception;
    }

    /**
     * Is told of all runs that are over, and says what must hold of them: before the first test, so that what an earlier experiment has left
     * is not taken for the results of this one, and after each test anew, so that there is something to look at when a later one is
     * interrupted.
     */
    @FunctionalInterface
    public interface Over<R> {
        List<Check> told(List<R> runs, Tests tests) throws IOException;
    }

    /**
     * Runs them to their end, or to the first failure.
     *
     * @param tests in their order
     * @param name of a test
     * @param atATime how many run at the same time
     * @param out takes the progress
     * @param over is told of the runs in the order of the tests, and which tests they are
     * @return what it said last
     * @throws IllegalStateException with the message of the test that failed; its name and the kind of failure where there is no message
     */
    public static <T, R> List<Check> run(
            List<T> tests, Function<T, String> name, int atATime, PrintStream out, Test<T, R> test, Over<R> over)
            throws IOException, InterruptedException {
        Progress progress = new Progress(out, tests.size());
        Tests course = Tests.of(tests.stream().map(name).toList());
        List<R> runs = new ArrayList<>();
        List<Check> checks = over.told(List.of(), course);
        ExecutorService threads = Executors.newFixedThreadPool(atATime);
        try {
            List<Future<R>> results = new ArrayList<>();
            for (T one : tests) {
                Progress.OfTest told = progress.test(results.size() + 1);
                results.add(threads.submit(() -> test.run(one, told)));
            }
            for (Future<R> result : results) {
                String finished = name.apply(tests.get(runs.size()));
                runs.add(result(result, finished));
                course = course.withFinished(finished);
                checks = over.told(List.copyOf(runs), course);
            }
            return checks;
        } finally {
            threads.shutdownNow();
        }
    }

    private static <R> R result(Future<R> future, String name) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message = cause.getMessage();
            throw new IllegalStateException(message == null ? name + ": " + cause : message, e);
        }
    }
}
