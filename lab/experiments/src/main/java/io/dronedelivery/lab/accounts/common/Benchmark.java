package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.history.History;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs one of the comparisons with a bare library as part of an account. */
public final class Benchmark {

    /** In its output. */
    public static final String LOG = "benchmark.log";

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private Benchmark() {}

    /**
     * Runs it to its end.
     *
     * @param mainClass of the benchmark
     * @param options its own, without {@code --output}
     * @param output its results and its log go there
     * @return its results
     * @throws IllegalStateException when it does not end well, with its log's address
     */
    public static JsonNode run(LabSettings lab, Children children, String mainClass, List<String> options, Path output)
            throws IOException, InterruptedException {
        Path classPath = lab.benchmarks().resolve("class-path");
        if (!Files.isRegularFile(classPath)) {
            throw new IllegalStateException("There is no " + classPath
                    + "; mvn -Plab verify in the root makes it, mvn -pl :experiments -am package -DskipTests"
                    + " does so alone");
        }
        List<String> arguments = new ArrayList<>(lab.stackJvmArguments());
        arguments.add("-D" + History.PROPERTY + "=" + System.getProperty(History.PROPERTY, ""));
        arguments.add("-cp");
        arguments.add(lab.benchmarks().resolve("classes")
                + File.pathSeparator
                + Files.readString(classPath).strip());
        arguments.add(mainClass);
        arguments.addAll(options);
        arguments.addAll(List.of("--output", output.toString()));
        Path log = output.resolve(LOG);
        try (Jvm benchmark = children.start("The benchmark", arguments, log)) {
            if (!benchmark.awaitEnd(PATIENCE) || benchmark.exitCode() != 0) {
                throw new IllegalStateException("The benchmark did not end well; see " + log);
            }
        }
        return new JsonMapper().readTree(Files.readString(output.resolve("results.json")));
    }
}
