package io.dronedelivery.loadtest.lab.common;

import io.dronedelivery.labreport.Check;
import io.dronedelivery.labreport.Progress;
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
     * Is told of all runs that are over, after each anew, so that there is something to look at when a later one is interrupted, and says
     * what must hold of them.
     */
    @FunctionalInterface
    public interface Over<R> {
        List<Check> told(List<R> runs) throws IOException;
    }

    /**
     * Runs them to their end, or to the first failure.
     *
     * @param tests in their order
     * @param name of a test
     * @param atATime how many run at the same time
     * @param out takes the progress
     * @param over is told of the runs in the order of the tests
     * @return what it said last
     * @throws IllegalStateException with the message of the test that failed; its name and the kind of failure where there is no message
     */
    public static <T, R> List<Check> run(
            List<T> tests, Function<T, String> name, int atATime, PrintStream out, Test<T, R> test, Over<R> over)
            throws IOException, InterruptedException {
        Progress progress = new Progress(out, tests.size());
        ExecutorService threads = Executors.newFixedThreadPool(atATime);
        try {
            List<Future<R>> results = new ArrayList<>();
            for (T one : tests) {
                Progress.OfTest told = progress.test(results.size() + 1);
                results.add(threads.submit(() -> test.run(one, told)));
            }
            List<R> runs = new ArrayList<>();
            List<Check> checks = List.of();
            for (Future<R> result : results) {
                runs.add(result(result, name.apply(tests.get(runs.size()))));
                checks = over.told(List.copyOf(runs));
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
