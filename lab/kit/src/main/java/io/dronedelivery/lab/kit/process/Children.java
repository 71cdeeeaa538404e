package io.dronedelivery.lab.kit.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The JVMs that an experiment has started, and what they leave on the disk: neither outlives it, also when it is interrupted with Ctrl-C.
 * Any thread may call it.
 */
public final class Children implements AutoCloseable {

    /**
     * For a JVM that lives for less than a minute: the second compiler and full collections cost more than they save. What VerifiedClassesTest
     * verifies need not be verified in each.
     */
    public static final List<String> SHORT_LIVED = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:MetaspaceSize=128m",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote");

    /** A stack has services to drain and stores to close. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final List<Runnable> cleanUps = new CopyOnWriteArrayList<>();
    private final Thread atExit = new Thread(this::stopAll, "stop-children");
    private boolean closing;

    public Children() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a JVM of the kind that this one is.
     *
     * @param arguments everything after {@code java}
     * @param log takes its output
     */
    public Process start(List<String> arguments, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Files.createDirectories(log.toAbsolutePath().getParent());
        File output = log.toFile();
        synchronized (running) {
            if (closing) {
                throw new IllegalStateException("The experiment is being stopped");
            }
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
            running.add(process);
            return process;
        }
    }

    /** Asks it to stop and waits; what does not stop in time is killed. */
    public void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        running.remove(process);
    }

    /**
     * Has something done when all JVMs have been stopped.
     *
     * @param cleanUp may be run twice, and by two threads at the same time, when the experiment is interrupted while it ends
     */
    public void afterwards(Runnable cleanUp) {
        cleanUps.add(cleanUp);
    }

    /** Whether the experiment is at its end, or was interrupted: none is started any more, and those that run are stopped. */
    public boolean areBeingStopped() {
        synchronized (running) {
            return closing;
        }
    }

    private void stopAll() {
        List<Process> left;
        synchronized (running) {
            closing = true;
            left = List.copyOf(running);
        }
        left.forEach(Process::destroy);
        left.forEach(this::stop);
        cleanUps.forEach(Runnable::run);
    }

    @Override
    public void close() {
        try {
            stopAll();
        } finally {
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyShuttingDown) {
            return;
        }
    }
}
