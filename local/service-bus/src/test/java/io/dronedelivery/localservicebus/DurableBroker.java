package io.dronedelivery.localservicebus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/** A bus in a process of its own, which can be killed without a chance to say or save anything. */
final class DurableBroker implements AutoCloseable {
    private final Process process;
    private final String connectionString;

    private DurableBroker(Process process, String connectionString) {
        this.process = process;
        this.connectionString = connectionString;
    }

    /** What the process runs: a bus with one durable queue, until its standard input ends. */
    public static void main(String[] args) throws IOException {
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("q").dataDirectory(Path.of(args[0])))) {
            System.out.println(bus.connectionString());
            while (System.in.read() >= 0) {
                // The parent writes nothing; the end of the stream is the end of the parent.
            }
        }
    }

    static DurableBroker start(Path directory) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DurableBroker.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (line != null && !line.startsWith("Endpoint=")) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("the broker process ended with " + process.exitValue());
        }
        return new DurableBroker(process, line);
    }

    String connectionString() {
        return connectionString;
    }

    /** Completes when the process has ended. */
    Mono<Process> death() {
        return Mono.fromFuture(process.onExit());
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
