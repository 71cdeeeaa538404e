package io.dronedelivery.lab.comparisons.machine;

import io.dronedelivery.lab.comparisons.peers.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A server in a JVM of its own; gone when it is closed or when this process ends. */
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
        this.port = awaitPort(0);
    }

    /** Starts a class on the class path of this JVM, see {@link #start(String, JvmProgram, List, Path)}. */
    public static JvmProcess start(
            String name, String main, List<String> arguments, List<String> jvmFlags, Path directory)
            throws IOException, InterruptedException {
        return start(name, JvmProgram.ofClass(main, arguments), jvmFlags, directory);
    }

    /**
     * Starts a program and waits until it prints {@code started on port N}.
     *
     * @param name names the log file, in {@code directory}
     * @throws IOException when it does not start within two minutes; the message says where the log is
     */
    public static JvmProcess start(String name, JvmProgram program, List<String> jvmFlags, Path directory)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(program.classPath());
        command.add(ChildJvm.class.getName());
        command.add(program.main());
        command.addAll(program.arguments());
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

    /** @param index how many ports the process prints before this one */
    private int awaitPort(int index) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            boolean alive = process.isAlive();
            Optional<MatchResult> found =
                    PORT.matcher(Files.readString(log)).results().skip(index).findFirst();
            if (found.isPresent()) {
                return Integer.parseInt(found.get().group(1));
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

    /** The port that it printed second: of an application of Spring Boot the port of its management endpoints. */
    public int secondPort() throws IOException, InterruptedException {
        return awaitPort(1);
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
