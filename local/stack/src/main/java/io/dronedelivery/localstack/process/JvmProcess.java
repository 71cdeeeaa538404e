package io.dronedelivery.localstack.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One JVM, from its start to its end. Two threads read its output and end with it.
 *
 * <p>It gets its orders as lines on its standard input, which then stays open. The end of that input shows the JVM that the launcher has
 * ended, for whatever reason.
 */
final class JvmProcess {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(15);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
    private static final int SECONDS_TO_READ = 5;
    private static final int LAST_WORDS = 30;
    /** 128 plus the number of SIGTERM. */
    private static final int STOPPED = 143;

    private final Process process;
    private final Consumer<String> console;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final Thread errors;
    /** The errors that it printed before it had started. Guarded by itself. */
    private final Deque<String> lastWords = new ArrayDeque<>();

    private JvmProcess(Process process, Consumer<String> console) {
        this.process = process;
        this.console = console;
        reader("output of ", process.inputReader(StandardCharsets.UTF_8), this::printed);
        this.errors = reader("errors of ", process.errorReader(StandardCharsets.UTF_8), this::printedAsError);
    }

    /**
     * Starts a JVM without waiting for it.
     *
     * @param input lines for its standard input
     * @param console receives the lines that it prints
     */
    static JvmProcess begin(List<String> command, List<String> input, Consumer<String> console) throws IOException {
        Process process = new ProcessBuilder(command).start();
        JvmProcess begun = new JvmProcess(process, console);
        try {
            BufferedWriter writer = process.outputWriter(StandardCharsets.UTF_8);
            for (String line : input) {
                writer.write(line);
                writer.newLine();
            }
            writer.flush();
        } catch (IOException endedAlready) {
            // awaitStarted reports it, with the last errors.
        }
        return begun;
    }

    /**
     * Waits until the application has started.
     *
     * @throws IOException when it ends before it has started, with its output, or takes too long
     */
    void awaitStarted() throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(started, process.onExit()).get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException tooLong) {
            throw new IOException("not started after " + START_TIMEOUT.toMinutes() + " minutes");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
        if (!started.isDone()) {
            errors.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_READ));
            throw new IOException(reasonOfItsEnd());
        }
    }

    CompletableFuture<?> onExit() {
        return process.onExit();
    }

    /** Whether it ended without the signal of {@link #stop}. */
    boolean hasBrokenOff() {
        return !process.isAlive() && process.exitValue() != STOPPED;
    }

    int exitCode() {
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    /** Requests a stop and waits. Kills the process when it does not stop in time. */
    void stop() {
        // Process.destroy would also close its input, whose end shows the JVM that the launcher has ended.
        process.toHandle().destroy();
        try {
            if (process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    void kill() {
        process.destroyForcibly();
    }

    private void printed(String line) {
        if (Orders.STARTED.equals(line)) {
            // It has started, so these were warnings. A launcher prints such warnings too.
            synchronized (lastWords) {
                lastWords.forEach(console);
                lastWords.clear();
                started.complete(null);
            }
        } else {
            console.accept(line);
        }
    }

    private void printedAsError(String line) {
        synchronized (lastWords) {
            if (!started.isDone()) {
                lastWords.add(line);
                if (lastWords.size() > LAST_WORDS) {
                    lastWords.remove();
                }
                return;
            }
        }
        console.accept(line);
    }

    private String reasonOfItsEnd() {
        synchronized (lastWords) {
            return lastWords.isEmpty()
                    ? "its process ended with exit code " + process.exitValue()
                    : String.join(System.lineSeparator(), lastWords);
        }
    }

    private Thread reader(String name, BufferedReader lines, Consumer<String> line) {
        Thread thread = new Thread(
                () -> {
                    try (lines) {
                        lines.lines().forEach(line);
                    } catch (IOException | UncheckedIOException closed) {
                        // It has ended.
                    }
                },
                name + process.pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
