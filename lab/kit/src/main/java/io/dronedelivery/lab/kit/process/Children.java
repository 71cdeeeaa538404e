package io.dronedelivery.lab.kit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.JarFile;

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

    private final Set<Jvm> running = ConcurrentHashMap.newKeySet();
    private final List<Runnable> cleanUps = new CopyOnWriteArrayList<>();
    private final Thread atExit = new Thread(this::stopAll, "stop-children");
    private boolean closing;

    public Children() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * @param name as messages name it
     * @param arguments everything after {@code java}
     * @param log takes its output, instead of what it has
     */
    public Jvm start(String name, List<String> arguments, Path log) throws IOException {
        return start(new Jvm(name, arguments, log), log);
    }

    private Jvm start(Jvm jvm, Path log) throws IOException {
        Files.deleteIfExists(log);
        synchronized (running) {
            if (closing) {
                throw new IllegalStateException("The experiment is being stopped");
            }
            jvm.start();
            running.add(jvm);
            return jvm;
        }
    }

    /**
     * Starts a program that ends with this process, and waits until it prints {@code started on port N}.
     *
     * @param name names the log file, in {@code directory}
     * @throws IOException when it does not start in time; the message says where the log is
     */
    public Jvm server(String name, JvmProgram program, List<String> jvmFlags, Path directory)
            throws IOException, InterruptedException {
        Jvm server = start(name, program.javaArguments(jvmFlags), directory.resolve(name + ".log"));
        server.awaitPort();
        return server;
    }

    /** The same with a program that is no JVM. */
    public Jvm server(String name, List<String> command, Path directory) throws IOException, InterruptedException {
        Path log = directory.resolve(name + ".log");
        Jvm server = start(new Jvm(name, log, command), log);
        server.awaitPort();
        return server;
    }

    /**
     * Runs a program that is no JVM to its end.
     *
     * @return its exit code
     * @throws IOException when there is no such program
     * @throws IllegalStateException when it does not end in time
     */
    public int runCommand(String name, List<String> command, Path log, Duration timeout)
            throws IOException, InterruptedException {
        try (Jvm program = start(new Jvm(name, log, command), log)) {
            if (!program.awaitEnd(timeout)) {
                throw new IllegalStateException(
                        "%s did not end within %d minutes; see %s".formatted(name, timeout.toMinutes(), log));
            }
            return program.exitCode();
        }
    }

    /** The same with the main method of a class on the class path of this JVM. */
    public Jvm server(String name, Class<?> main, List<String> arguments, List<String> jvmFlags, Path directory)
            throws IOException, InterruptedException {
        return server(name, JvmProgram.ofClass(main.getName(), arguments), jvmFlags, directory);
    }

    /**
     * Starts one of the classes in a runnable jar.
     *
     * @param jar with its libraries in it, or extracted, with its libraries beside it
     * @param jvm arguments of the JVM
     */
    public Jvm startClassOfJar(String name, List<String> jvm, Path jar, String main, List<String> arguments, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(jvm);
        if (hasLibrariesWithin(jar)) {
            command.addAll(List.of(
                    "-Dloader.main=" + main,
                    "-cp",
                    jar.toString(),
                    "org.springframework.boot.loader.launch.PropertiesLauncher"));
        } else {
            command.addAll(List.of("-cp", jar.toString(), main));
        }
        command.addAll(arguments);
        return start(name, command, log);
    }

    private static boolean hasLibrariesWithin(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry("BOOT-INF/") != null;
        }
    }

    /**
     * Runs a JVM to its end.
     *
     * @return its output
     * @throws IllegalStateException when it does not end in time
     */
    public String run(String name, List<String> arguments, Path log, Duration timeout)
            throws IOException, InterruptedException {
        try (Jvm jvm = start(name, arguments, log)) {
            if (!jvm.awaitEnd(timeout)) {
                throw new IllegalStateException(
                        "%s did not end within %d minutes; see %s".formatted(name, timeout.toMinutes(), log));
            }
            return jvm.output();
        }
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
        List<Jvm> left;
        synchronized (running) {
            closing = true;
            left = List.copyOf(running);
        }
        left.forEach(Jvm::terminate);
        left.forEach(Jvm::close);
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
