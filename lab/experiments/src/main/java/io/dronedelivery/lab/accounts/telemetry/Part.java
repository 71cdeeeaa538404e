package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM of its own with one part of what is measured. */
final class Part implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Children children;
    private final Process process;
    private final Path log;
    private final String name;

    private Part(Children children, Process process, Path log, String name) {
        this.children = children;
        this.process = process;
        this.log = log;
        this.name = name;
    }

    /** Runs a jar. */
    static Part ofJar(Children children, String name, List<String> jvm, Path jar, List<String> arguments, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(jvm);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return new Part(children, children.start(command, log), log, name);
    }

    /**
     * Runs one of the classes in the jar of the local stack.
     *
     * @param jar with its libraries in it, or extracted, with its libraries beside it
     */
    static Part ofStack(
            Children children, String name, List<String> jvm, Path jar, String main, List<String> arguments, Path log)
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
        return new Part(children, children.start(command, log), log, name);
    }

    private static boolean hasLibrariesWithin(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry("BOOT-INF/") != null;
        }
    }

    /** Waits until its output has what matches; returns the first group. */
    String awaitOutput(Pattern pattern) throws IOException, InterruptedException {
        String[] found = new String[1];
        await(text -> {
            Matcher matcher = pattern.matcher(text);
            boolean there = matcher.find();
            if (there) {
                found[0] = matcher.group(1);
            }
            return there;
        });
        return found[0];
    }

    /** Something that can be true of a part's surroundings. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    void awaitReady(Condition ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            checkAlive(deadline);
            try {
                if (ready.holds()) {
                    return;
                }
            } catch (IOException notYet) {
                checkAlive(deadline);
            }
            Thread.sleep(100);
        }
    }

    private void await(Predicate<String> condition) throws IOException, InterruptedException {
        awaitReady(() -> condition.test(text()));
    }

    private void checkAlive(long deadline) {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    name + " ended with code " + process.exitValue() + " instead of starting; see " + log);
        }
        if (System.nanoTime() > deadline) {
            throw new IllegalStateException(
                    name + " was not ready within " + PATIENCE.toMinutes() + " minutes; see " + log);
        }
    }

    private String text() throws IOException {
        try {
            return Files.readString(log);
        } catch (NoSuchFileException notYet) {
            return "";
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends it in order. */
    @Override
    public void close() {
        children.stop(process);
    }
}
