package io.dronedelivery.localstack.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A part in a JVM of its own, which can be killed and started again. All its lives write to one log. */
final class PartProcess implements AutoCloseable {

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final String name;
    private final List<String> command;
    private final Path log;
    private final Callable<Boolean> ready;
    private Process process;

    /**
     * @param mainAndArguments the main class and its arguments
     * @param ready whether the part takes requests
     */
    PartProcess(String name, String heap, List<String> mainAndArguments, Path log, Callable<Boolean> ready) {
        this.name = name;
        this.log = log;
        this.ready = ready;
        this.command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                // Many small JVMs on few cores: what they would gain from the second compiler they lose to it.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-XX:+ExitOnOutOfMemoryError",
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-DCOSMOS.DISABLE_IMDS_ACCESS=true",
                "-Dreactor.schedulers.defaultBoundedElasticSize=64",
                "-cp",
                System.getProperty("java.class.path")));
        this.command.addAll(mainAndArguments);
    }

    /** Starts it without waiting for it. */
    void start() throws IOException {
        Files.writeString(
                log,
                "----- started\n",
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    void awaitReady() {
        Awaitility.await(name + " to be ready; its log is " + log)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> !process.isAlive() || ready.call());
        assertThat(process.isAlive())
                .as("%s has ended by itself; its log is %s", name, log)
                .isTrue();
    }

    /** SIGKILL: no chance to say or save anything. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM, as at the end of a container; returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        awaitEnd();
        return process.exitValue();
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Writes a line to its standard input. */
    void tell(String line) throws IOException {
        BufferedWriter input =
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        input.write(line);
        input.newLine();
        input.flush();
    }

    Path log() {
        return log;
    }

    @Override
    public void close() {
        if (isAlive()) {
            process.destroyForcibly();
        }
    }

    private void awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("%s does not end; its log is %s", name, log)
                .isTrue();
    }
}
