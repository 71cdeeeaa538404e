package io.dronedelivery.lab.kit.process;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of the kind that this one is, which writes to a log. It can be stopped or killed and started again; all its lives write to the same
 * log. Any thread may call it.
 */
public final class Jvm implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");
    private static final Duration SERVER_TIMEOUT = Duration.ofMinutes(2);

    /** A stack has services to drain and stores to close. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(40);

    private static final int LAST_LINES = 15;

    private final String name;
    private final List<String> command;
    private final Path log;
    private @Nullable Process process;
    private long lifeStart;
    private int port;
    private boolean closed;

    /**
     * A JVM that has yet to be started.
     *
     * @param name as messages name it
     * @param arguments everything after {@code java}
     * @param log takes its output
     */
    public Jvm(String name, List<String> arguments, Path log) {
        this(name, log, command(arguments));
    }

    /** Another program, whose whole command this is; what only a JVM has is zero there. */
    Jvm(String name, Path log, List<String> command) {
        this.name = name;
        this.command = List.copyOf(command);
        this.log = log;
    }

    private static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        return command;
    }

    /**
     * Waits until it prints {@code started on port N}.
     *
     * @throws IOException when it does not start in time; the message says where the log is
     */
    void awaitPort() throws IOException, InterruptedException {
        try {
            port = port(0);
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Starts it without waiting for it.
     *
     * @throws IllegalStateException when it was closed before
     */
    public synchronized void start() throws IOException {
        if (closed) {
            throw new IllegalStateException(name + " is being stopped");
        }
        Files.createDirectories(log.toAbsolutePath().getParent());
        lifeStart = Files.exists(log) ? Files.size(log) : 0;
        Files.writeString(log, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    @FunctionalInterface
    public interface Condition {

        /** @throws IOException counts as not yet */
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Waits until a condition holds.
     *
     * @throws IllegalStateException when the process ends before, or the condition does not hold in time, with the end of the output
     */
    public void await(Condition condition, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            boolean alive = isAlive();
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException notYet) {
                // It may still be starting.
            }
            if (!alive) {
                throw new IllegalStateException("%s ended with code %d instead of starting; its last words in %s:%n%s"
                        .formatted(name, exitCode(), log, lastLines()));
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("%s was not ready within %d s; its last words in %s:%n%s"
                        .formatted(name, timeout.toSeconds(), log, lastLines()));
            }
            Thread.sleep(50);
        }
    }

    /** Waits until its output since its last start has what matches, and returns the first group; otherwise as {@link #await}. */
    public String awaitOutput(Pattern pattern, Duration timeout) throws IOException, InterruptedException {
        String[] found = new String[1];
        await(
                () -> {
                    Matcher matcher = pattern.matcher(output());
                    boolean there = matcher.find();
                    if (there) {
                        found[0] = matcher.group(1);
                    }
                    return there;
                },
                timeout);
        return found[0];
    }

    /**
     * A port that it prints, see {@link Children#server}.
     *
     * @param index how many ports it prints before this one
     */
    public int port(int index) throws IOException, InterruptedException {
        Pattern after = Pattern.compile("(?s)(?:started on port \\d+.*?){" + index + "}" + PORT.pattern());
        return Integer.parseInt(awaitOutput(after, SERVER_TIMEOUT));
    }

    public int port() {
        return port;
    }

    /** What it has written since it was started last. */
    public String output() throws IOException {
        try {
            byte[] all = Files.readAllBytes(log);
            int start = (int) Math.min(lifeStart(), all.length);
            return new String(all, start, all.length - start, StandardCharsets.UTF_8);
        } catch (NoSuchFileException notYet) {
            return "";
        }
    }

    private synchronized long lifeStart() {
        return lifeStart;
    }

    private String lastLines() throws IOException {
        List<String> lines = output().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    public Path log() {
        return log;
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return running().waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    public int exitCode() {
        return running().exitValue();
    }

    public ProcessHandle handle() {
        return running().toHandle();
    }

    /** Writes a line to its standard input. */
    public void tell(String line) throws IOException {
        BufferedWriter input = running().outputWriter(StandardCharsets.UTF_8);
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** CPU time, user and system, that it has used since its start. */
    public Duration cpuTime() throws IOException {
        if (!isAlive()) {
            throw new IOException(name + " ended with " + exitCode() + "; its log is " + log);
        }
        return handle().info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("This system does not tell the CPU time of " + name));
    }

    /** CPU time of its JIT compilers so far; zero where the system does not tell. */
    public Duration compilerTime() throws IOException {
        Path threads = Path.of("/proc", Long.toString(handle().pid()), "task");
        if (!Files.isDirectory(threads)) {
            return Duration.ZERO;
        }
        long nanos = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                nanos += compilerNanos(thread);
            }
        }
        return Duration.ofNanos(nanos);
    }

    /** @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">schedstat: the first figure is the time on a CPU</a> */
    private static long compilerNanos(Path thread) throws IOException {
        try {
            boolean compiler = Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre\\w*\\s*");
            return compiler
                    ? Long.parseLong(
                            Files.readString(thread.resolve("schedstat")).split(" ")[0])
                    : 0;
        } catch (NoSuchFileException e) {
            // Compiler threads come and go.
            return 0;
        }
    }

    /** Bytes of its memory that are in the machine's memory; 0 where the system does not tell. */
    public long residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(handle().pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    /** SIGKILL: no chance to say or save anything. Does not wait for its end. */
    public synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** SIGTERM, as at the end of a container. Does not wait for its end. */
    public synchronized void terminate() {
        if (process != null) {
            process.destroy();
        }
    }

    /** SIGKILL, and it does not start again. */
    public synchronized void abandon() {
        closed = true;
        kill();
    }

    /** SIGTERM, and waits; a JVM that does not stop in time is killed, with all that it has started. It does not start again. */
    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        if (last == null) {
            return;
        }
        last.destroy();
        try {
            if (!last.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                last.descendants().forEach(ProcessHandle::destroyForcibly);
                last.destroyForcibly();
            }
        } catch (InterruptedException e) {
            last.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Process running() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process;
    }
}
