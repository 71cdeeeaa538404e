package io.dronedelivery.localstack.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Tasks that run at the same time, each on a separate thread. A failure names the part whose task it was. Thread-safe. */
final class Strands {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    CompletableFuture<Void> run(String part, Action action) {
        return CompletableFuture.runAsync(() -> perform(part, action), threads);
    }

    <T> CompletableFuture<T> supply(String part, Supplier<T> supplier) {
        return CompletableFuture.supplyAsync(() -> perform(part, supplier), threads);
    }

    /** Waits for all, or for the first failure. */
    static void await(CompletableFuture<?>... strands) throws StartFailure, InterruptedException {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        for (CompletableFuture<?> strand : strands) {
            strand.exceptionally(failure -> {
                failed.completeExceptionally(failure);
                return null;
            });
        }
        try {
            CompletableFuture.anyOf(failed, CompletableFuture.allOf(strands)).get();
        } catch (ExecutionException failure) {
            throw startFailure(failure);
        }
    }

    /** Interrupts running tasks and starts no new ones. Returns whether all ended within the timeout. */
    boolean stop(Duration timeout) throws InterruptedException {
        threads.shutdownNow();
        return threads.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isStopping() {
        return threads.isShutdown();
    }

    private static void perform(String part, Action action) {
        try {
            action.run();
        } catch (Exception failure) {
            throw new CompletionException(new StartFailure(part, failure));
        }
    }

    private static <T> T perform(String part, Supplier<T> supplier) {
        try {
            return supplier.get();
        } catch (Exception failure) {
            throw new CompletionException(new StartFailure(part, failure));
        }
    }

    private static StartFailure startFailure(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof StartFailure failure) {
                return failure;
            }
        }
        return new StartFailure("local stack", failed);
    }

    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    @FunctionalInterface
    interface Supplier<T> {
        T get() throws Exception;
    }
}
