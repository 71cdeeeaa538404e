package io.dronedelivery.lab.accounts.telemetry;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run of the drone simulator, in a separate JVM. */
record Simulator(Jvm jvm) implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * @param run of the messages' ids
     * @param warmUp messages of this time are not in its latencies
     */
    static Simulator start(
            Children children,
            TelemetrySettings settings,
            TelemetryCluster cluster,
            boolean kafka,
            String run,
            double perSecond,
            Duration warmUp,
            Duration whole,
            Path log)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC"));
        settings.lab().stackJvmArguments().stream()
                .filter(argument -> !argument.startsWith("-Xm") && !argument.contains("GC"))
                .forEach(arguments::add);
        arguments.addAll(List.of("-jar", settings.simulatorJar().toString()));
        arguments.addAll(List.of(
                "--broker=" + (kafka ? "kafka" : "servicebus"),
                "--address=" + cluster.address(),
                "--rate=" + text("%.1f", perSecond),
                "--duration=" + whole.toMillis() + "ms",
                "--warm-up=" + warmUp.toMillis() + "ms",
                "--run=" + run,
                "--format=json"));
        return new Simulator(children.start("The simulator", arguments, log));
    }

    boolean isRunning() {
        return jvm.isAlive();
    }

    /** Once it has ended: 0 when every message that was due was sent and acknowledged. */
    int exitCode() {
        return jvm.exitCode();
    }

    ProcessHandle handle() {
        return jvm.handle();
    }

    List<JsonNode> seconds() throws IOException {
        return events("progress");
    }

    /** Absent when it ended without one. */
    Optional<JsonNode> report() throws IOException {
        return events("report").stream().findFirst();
    }

    /** What it said of a failure to start. */
    String trouble() throws IOException {
        return events("failed").stream()
                .findFirst()
                .map(failure -> failure.path("message").asString(""))
                .orElse("it ended with code " + jvm.exitCode() + "; see " + jvm.log());
    }

    private List<JsonNode> events(String name) throws IOException {
        String text = jvm.output();
        // The last line may be half a line.
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(JSON::readTree)
                .filter(line -> line.path("event").asString("").equals(name))
                .toList();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
