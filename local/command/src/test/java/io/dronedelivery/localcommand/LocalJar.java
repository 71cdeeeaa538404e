package io.dronedelivery.localcommand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The jar as a process, started as the README says. */
final class LocalJar implements AutoCloseable {

    static final long TIMEOUT_SECONDS = 120;

    private final Process process;
    private final BufferedReader out;
    private final CompletableFuture<String> err;

    private LocalJar(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.err = CompletableFuture.supplyAsync(() -> {
            try {
                return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return e.toString();
            }
        });
    }

    static LocalJar start(Path cache, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("local.jar")));
        command.addAll(List.of(arguments));
        command.add("--cache-dir=" + cache);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new LocalJar(builder.start());
    }

    /** The next line of its output; fails when it ended. */
    String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError("It ended: " + err.join());
        }
        return line;
    }

    String err() {
        return err.join();
    }

    Process process() {
        return process;
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.children().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
