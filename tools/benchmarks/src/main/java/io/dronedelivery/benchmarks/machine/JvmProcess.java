package io.dronedelivery.benchmarks.machine;

import io.dronedelivery.benchmarks.peers.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a JVM of its own, on this JVM's class path; gone when it is closed or when this process ends. */
public final class JvmProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

    private final String name;
    private final Process process;
    private final Path log;
    private final int port;

    private JvmProcess(String name, Process process, Path log) throws IOException, InterruptedException {
        this.name = name;
        this.process = process;
        this.log = log;
        this.port = awaitPort();
    }

    /**
     * Starts {@code main} and waits until it prints {@code started on port N}.
     *
     * @param name names the log file, in {@code directory}
     * @throws IOException when it does not start within two minutes; the message says where the log is
     */
    public static JvmProcess start(
            String name, String main, List<String> arguments, List<String> jvmFlags, Path directory)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ChildJvm.class.getName());
        command.add(main);
        command.addAll(arguments);
        Path log = directory.resolve(name + ".log");
        File output = log.toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            return new JvmProcess(name, process, log);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private int awaitPort() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            boolean alive = process.isAlive();
            Matcher matcher = PORT.matcher(Files.readString(log));
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
            if (!alive) {
                throw new IOException(name + " ended with " + process.exitValue() + " at its start; its log is " + log);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IOException(name + " did not listen within " + START_TIMEOUT.toSeconds() + " s; its log is " + log);
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    /** The process's number in the system. */
    public long pid() {
        return process.pid();
    }

    /** CPU time, user and system, that the process has used since its start. */
    public Duration cpuTime() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(name + " ended with " + process.exitValue() + "; its log is " + log);
        }
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("This system does not tell the CPU time of " + name));
    }

    /** CPU time of its JIT compilers so far; zero where the system does not tell. */
    public Duration compilerTime() throws IOException {
        Path threads = Path.of("/proc", Long.toString(pid()), "task");
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

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            System.err.println(name + " cannot be told to stop: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
