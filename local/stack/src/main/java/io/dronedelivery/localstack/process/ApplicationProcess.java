package io.dronedelivery.localstack.process;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * One instance of an application in a separate JVM, which is restarted when it ends by itself.
 *
 * <p>The thread that watches it owns its state, except the current JVM, which {@link #close} stops after that thread has ended.
 */
public final class ApplicationProcess implements AutoCloseable {

    /** The system property with the name of the instance that a JVM runs. */
    public static final String NAME_PROPERTY = "local-stack.instance";

    /** A laptop runs a dozen of these JVMs beside the stores. */
    private static final String HEAP = "256m";

    private static final int SECONDS_TO_BREAK_OFF = 10;

    private final List<String> command;
    private final Orders orders;
    private final Restarts restarts;
    private final Console console;
    private final ScheduledExecutorService thread;
    private volatile @Nullable JvmProcess current;

    /** Receives lines about an instance. */
    public interface Console {

        /** A notice from the launcher about the instance. */
        void say(String notice);

        void print(String line);
    }

    private ApplicationProcess(String name, Class<?> main, Orders orders, int mostRestarts, Console console) {
        this.command = JvmCommand.of(main, HEAP, NAME_PROPERTY + "=" + name);
        this.orders = orders;
        this.restarts = new Restarts(mostRestarts);
        this.console = console;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, name + "-watch");
            created.setDaemon(true);
            return created;
        });
    }

    /**
     * Starts an instance. Returns when it accepts requests.
     *
     * @param main reads its {@link Orders} from the standard input
     * @param mostRestarts how often in a row it is restarted when it ends by itself
     * @throws IOException when it ends before it has started, with its output
     */
    public static ApplicationProcess start(String name, Class<?> main, Orders orders, int mostRestarts, Console console)
            throws IOException, InterruptedException {
        ApplicationProcess process = new ApplicationProcess(name, main, orders, mostRestarts, console);
        try {
            CompletableFuture.runAsync(process::launchFirst, process.thread).get();
            return process;
        } catch (ExecutionException failure) {
            process.close();
            throw new IOException(
                    NestedExceptionUtils.getMostSpecificCause(failure).getMessage(), failure);
        } catch (InterruptedException brokenOff) {
            process.close();
            throw brokenOff;
        }
    }

    /** The process id of the present JVM, or of the last one. */
    public long pid() {
        JvmProcess running = current;
        return running == null ? 0 : running.pid();
    }

    /** Lets requests in flight end, then stops the JVM. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(SECONDS_TO_BREAK_OFF, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        JvmProcess running = current;
        if (running != null) {
            running.stop();
            if (running.hasBrokenOff()) {
                console.say("broke off what it had begun, with exit code " + running.exitCode());
            }
        }
    }

    private void launchFirst() {
        try {
            launch();
        } catch (IOException failure) {
            throw new CompletionException(failure);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
            throw new CompletionException(brokenOff);
        }
    }

    private void launch() throws IOException, InterruptedException {
        JvmProcess process = JvmProcess.begin(command, orders.lines(), console::print);
        current = process;
        try {
            process.awaitStarted();
        } catch (IOException | InterruptedException notStarted) {
            process.kill();
            throw notStarted;
        }
        restarts.up();
        process.onExit().thenRun(() -> onWatch(() -> ended(process)));
    }

    private void ended(JvmProcess process) {
        restarts.ended();
        startAgain("process %d ended by itself with exit code %d".formatted(process.pid(), process.exitCode()));
    }

    private void startAgain(String why) {
        if (!restarts.next()) {
            console.say(why + " and is not started any more; restart the stack to have it back");
            return;
        }
        console.say("%s; starting it again (%s)".formatted(why, restarts.count()));
        long before = System.nanoTime();
        try {
            launch();
            console.say("is back after %.1f s as process %d".formatted((System.nanoTime() - before) / 1e9, pid()));
        } catch (IOException failure) {
            String reason = "could not be started (" + failure.getMessage() + ")";
            onWatchAfterAPause(() -> startAgain(reason));
        } catch (InterruptedException stopping) {
            // The thread ends with the instance.
        }
    }

    private void onWatch(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException stopping) {
            // It was requested to end.
        }
    }

    private void onWatchAfterAPause(Runnable task) {
        try {
            thread.schedule(task, restarts.pause().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            // It was requested to end.
        }
    }
}
