package io.dronedelivery.localstack.store;

import io.dronedelivery.localstack.process.Restarts;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Restarts PostgreSQL when it ends by itself, at most a given number of times in a row. A run of one minute resets the count.
 *
 * <p>All state belongs to the watch's own thread. {@link #begin} and {@link #close} may be called by any thread, once each.
 */
final class PostgresWatch implements AutoCloseable {

    private static final long SECONDS_TO_START = 30;
    private static final int LINES_TO_TELL = 3;

    private final Path dataDirectory;
    private final Path log;
    private final Restarts restarts;
    private final Consumer<String> notices;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "postgres-watch");
        created.setDaemon(true);
        return created;
    });

    private Path pgCtl = Path.of("pg_ctl");

    /**
     * @param log the log of a restarted server; the launcher writes that of the first one
     * @param mostInARow 0 to never restart a server
     * @param notices receives notices for a person, a line each
     */
    PostgresWatch(Path dataDirectory, Path log, int mostInARow, Consumer<String> notices) {
        this.dataDirectory = dataDirectory;
        this.log = log;
        this.restarts = new Restarts(mostInARow);
        this.notices = notices;
    }

    /** Watches the running server. Returns when its end would be noticed. */
    void begin() {
        CompletableFuture.runAsync(this::followFirst, thread).join();
    }

    /** Ends the watch. Returns when no restart can happen any more. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(SECONDS_TO_START, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Follows the first server. Where the operating system does not show the command of a process, there is nothing to follow. */
    private void followFirst() {
        try {
            follow();
        } catch (IOException unreadable) {
            notices.accept("cannot be watched: " + unreadable);
        }
    }

    /** Follows the running server. Returns whether there is one. */
    private boolean follow() throws IOException {
        Optional<ProcessHandle> running = Postmaster.over(dataDirectory);
        running.ifPresent(server -> {
            restarts.up();
            pgCtl = Path.of(server.info().command().orElseThrow()).resolveSibling("pg_ctl");
            server.onExit().thenRun(this::ended);
        });
        return running.isPresent();
    }

    /** Called by a thread of the JDK. */
    private void ended() {
        try {
            thread.execute(() -> {
                restarts.ended();
                startAgain("ended by itself");
            });
        } catch (RejectedExecutionException stopping) {
            // It was requested to end.
        }
    }

    private void startAgain(String why) {
        if (!restarts.next()) {
            notices.accept(why + " and is not started any more; restart the stack to have it back");
            return;
        }
        notices.accept("%s; starting it again (%s)".formatted(why, restarts.count()));
        long before = System.nanoTime();
        try {
            if (start()) {
                notices.accept("is back after %.1f s".formatted((System.nanoTime() - before) / 1e9));
                if (!follow()) {
                    ended();
                }
                return;
            }
            String reason = "could not be started (" + lastWords() + ")";
            thread.schedule(() -> startAgain(reason), restarts.pause().toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException failure) {
            notices.accept("could not be started: " + failure);
        } catch (InterruptedException | RejectedExecutionException stopping) {
            // The thread ends with the watch.
        }
    }

    /** Starts a server. {@code restart} reads the options of the previous server from the data directory. */
    private boolean start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // PostgreSQL refuses to run as root. In a separate user namespace it does not see that it does.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(pgCtl.toString(), "restart", "-w", "-t", Long.toString(SECONDS_TO_START)));
        command.addAll(List.of("-D", dataDirectory.toString(), "-l", log.toString()));
        Process starter = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return starter.waitFor(2 * SECONDS_TO_START, TimeUnit.SECONDS) && starter.exitValue() == 0;
        } finally {
            starter.destroyForcibly();
        }
    }

    private String lastWords() throws IOException {
        if (!Files.exists(log)) {
            return "no log";
        }
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return all.stream()
                    .skip(Math.max(0, all.size() - LINES_TO_TELL))
                    .map(String::strip)
                    .collect(Collectors.joining("; "));
        }
    }
}
