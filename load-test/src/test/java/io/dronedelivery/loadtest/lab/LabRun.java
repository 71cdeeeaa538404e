package io.dronedelivery.loadtest.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An experiment in the profile for a build, run as the command runs it.
 *
 * @param code that the command ends with
 * @param table {@code results.md}
 * @param page {@code index.html}
 */
public record LabRun(int code, JsonNode results, String table, String page) {

    /** For tests that start stacks: two of them at the same time would only wait for each other. */
    public static final String STACKS = "stacks";

    private static final Path OUTPUT = Path.of("target", "lab-it");
    private static final Path STACK = Path.of("target", "lab-it-stack");

    /** @param tests of the experiment, as in {@code -Dlab.tests} */
    public static LabRun of(String experiment, String tests) throws IOException, InterruptedException {
        Map<String, String> settings = new HashMap<>();
        settings.put("experiment", experiment);
        settings.put("profile", "build");
        settings.put("lab.tests", tests);
        settings.put(
                "lab.class.path",
                System.getProperty(
                        "surefire.test.class.path",
                        ManagementFactory.getRuntimeMXBean().getClassPath()));
        settings.put(
                "lab.stack.jar",
                extracted(Path.of(System.getProperty("lab.stack.jar"))).toString());
        for (String file : List.of("lab.simulator.jar", "lab.drone-service.jar", "lab.service-bus.config")) {
            settings.put(file, System.getProperty(file));
        }
        // The second compiler costs more in half a minute than it saves.
        settings.put("lab.stack.jvm.args", "-Xms256m -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        settings.put("lab.benchmarks", System.getProperty("lab.benchmarks"));
        settings.put("lab.output", OUTPUT.toString());
        int code = Lab.run(new Settings(settings::get), System.out, System.err);
        Path output = OUTPUT.resolve(experiment);
        return new LabRun(
                code,
                new JsonMapper().readTree(output.resolve("results.json").toFile()),
                Files.readString(output.resolve("results.md")),
                Files.readString(output.resolve("index.html")));
    }

    public List<JsonNode> checks() {
        return rows(results.path("checks"));
    }

    public List<JsonNode> runs() {
        return rows(results.path("runs"));
    }

    private static List<JsonNode> rows(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    /** Several JVMs start from it, and classes are found with much less work where the jars are not inside another jar. */
    private static Path extracted(Path jar) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--force",
                        "--destination",
                        STACK.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return STACK.resolve(jar.getFileName());
    }
}
