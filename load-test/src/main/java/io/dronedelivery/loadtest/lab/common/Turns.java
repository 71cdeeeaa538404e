package io.dronedelivery.loadtest.lab.common;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the parts of an experiment. */
public final class Turns {

    private Turns() {}

    /** Is told of a part that is over, and says what must hold of all that are. */
    @FunctionalInterface
    public interface Over<T> {
        List<Check> told(T result) throws IOException;
    }

    /**
     * Runs them to their end, or to the first failure.
     *
     * @param parts in their order
     * @param atATime how many run at the same time
     * @param over is told of each in their order
     * @return what it said last
     * @throws IllegalStateException with the message of the part that failed
     */
    public static <T> List<Check> run(List<? extends Callable<T>> parts, int atATime, Over<T> over)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(atATime);
        try {
            List<Future<T>> results =
                    parts.stream().map(part -> threads.submit(part)).toList();
            List<Check> checks = List.of();
            for (Future<T> result : results) {
                checks = over.told(result(result));
            }
            return checks;
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IllegalStateException(cause == null ? e.getMessage() : cause.getMessage(), e);
        }
    }
}
