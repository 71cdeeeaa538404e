package io.dronedelivery.promise.house;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A JVM of its own, which can be killed and started again. All its lives write to one log. */
final class PartProcess implements AutoCloseable {

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private static final int MOST_STARTS = 3;

    private final String name;
    private final List<String> command;
    private final Path log;
    private final Callable<Boolean> ready;
    private @Nullable Process process;
    private boolean closed;
    private volatile boolean wasReady;

    /**
     * What is started.
     *
     * @param heap its most
     * @param jvm further arguments of the JVM
     * @param before folders that come first on the class path, which otherwise is that of this JVM
     * @param mainAndArguments the main class and its arguments
     */
    record Start(String heap, List<String> jvm, List<Path> before, List<String> mainAndArguments) {}

    /** @param ready whether the part takes requests */
    PartProcess(String name, Start start, Path log, Callable<Boolean> ready) {
        this.name = name;
        this.log = log;
        this.ready = ready;
        this.command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + start.heap(),
                // Many small JVMs on few cores: what they would gain from the second compiler they lose to it.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // No full collections while the classes load.
                "-XX:MetaspaceSize=128m",
                "-Xshare:auto",
                // VerifiedClassesTest has verified the classes: a sixth of the work of a start.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-XX:+ExitOnOutOfMemoryError",
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-DCOSMOS.DISABLE_IMDS_ACCESS=true",
                "-Dreactor.schedulers.defaultBoundedElasticSize=64"));
        this.command.addAll(start.jvm());
        this.command.addAll(List.of(
                "-cp",
                Stream.concat(
                                start.before().stream().map(Path::toString),
                                Stream.of(System.getProperty("java.class.path")))
                        .collect(Collectors.joining(File.pathSeparator))));
        this.command.addAll(start.mainAndArguments());
    }

    /** Starts it without waiting for it. */
    synchronized void start() throws IOException {
        if (closed) {
            throw new IllegalStateException("The house is being stopped");
        }
        wasReady = false;
        Files.writeString(log, "----- started\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /**
     * Waits until it answers. When it ends while it starts, as one does that cannot reach its store in time, it is started again, as whoever
     * runs containers does.
     *
     * @throws IllegalStateException when it has ended again and again, or after it had been ready
     */
    void awaitReady() {
        for (int starts = 1; !isReady(); starts++) {
            if (wasReady || starts == MOST_STARTS) {
                throw new IllegalStateException("%s has ended by itself; its log is %s".formatted(name, log));
            }
            try {
                start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        wasReady = true;
    }

    /** Waits for it to answer, or to end. */
    private boolean isReady() {
        Awaitility.await(name + " to be ready; its log is " + log)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> !isAlive() || ready.call());
        return isAlive();
    }

    /** SIGKILL: no chance to say or save anything. */
    void kill() throws InterruptedException {
        running().destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM, as at the end of a container; returns the exit code. */
    int terminate() throws InterruptedException {
        running().destroy();
        awaitEnd();
        return running().exitValue();
    }

    Path log() {
        return log;
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Writes a line to its standard input. */
    void tell(String line) throws IOException {
        BufferedWriter input =
                new BufferedWriter(new OutputStreamWriter(running().getOutputStream(), StandardCharsets.UTF_8));
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** It does not start again. */
    @Override
    public synchronized void close() {
        closed = true;
        if (process != null && process.isAlive()) {
            process.destroyForcibly();
        }
    }

    private synchronized Process running() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process;
    }

    private void awaitEnd() throws InterruptedException {
        if (!running().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("%s does not end; its log is %s".formatted(name, log));
        }
    }
}
