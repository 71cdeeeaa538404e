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
 * Starts PostgreSQL again when it ends by itself, at most a given number of times in a row: as long as no server has run for a minute.
 *
 * <p>All state belongs to the watch's own thread; {@link #begin} and {@link #close} may be called by any thread, once each.
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
     * @param log where a server that was started again writes its log; the first one's is the launcher's
     * @param mostInARow 0 to leave a server that has ended alone
     * @param notices takes what a person should know, a line each
     */
    PostgresWatch(Path dataDirectory, Path log, int mostInARow, Consumer<String> notices) {
        this.dataDirectory = dataDirectory;
        this.log = log;
        this.restarts = new Restarts(mostInARow);
        this.notices = notices;
    }

    /** Watches over the server that runs now. Returns when its end would be noticed. */
    void begin() {
        CompletableFuture.runAsync(this::followFirst, thread).join();
    }

    /** Returns when nothing is started any more. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(SECONDS_TO_START, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first server. Where the operating system does not tell the command of a process, there is nothing to follow. */
    private void followFirst() {
        try {
            follow();
        } catch (IOException unreadable) {
            notices.accept("cannot be watched: " + unreadable);
        }
    }

    /** Whether there is a server. */
    private boolean follow() throws IOException {
        Optional<ProcessHandle> running = Postmaster.over(dataDirectory);
        running.ifPresent(server -> {
            restarts.up();
            pgCtl = Path.of(server.info().command().orElseThrow()).resolveSibling("pg_ctl");
            server.onExit().thenRun(this::ended);
        });
        return running.isPresent();
    }

    /** Comes from a thread of the JDK. */
    private void ended() {
        try {
            thread.execute(() -> {
                restarts.ended();
                startAgain("ended by itself");
            });
        } catch (RejectedExecutionException stopping) {
            // It was asked to end.
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

    /** {@code restart} reads the options that the server had from the data directory. */
    private boolean start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // PostgreSQL refuses to run as root; in a user namespace of its own it does not see that it does.
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
