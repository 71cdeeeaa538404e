package io.dronedelivery.lab.accounts;

import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        for (String file : List.of(
                "lab.stack.jar",
                "lab.simulator.jar",
                "lab.drone-service.jar",
                "lab.local.jar",
                "lab.service-bus.config")) {
            settings.put(file, System.getProperty(file));
        }
        settings.put("lab.stack.jvm.args", "-Xms256m -Xmx1g " + String.join(" ", Children.SHORT_LIVED));
        settings.put("lab.tool.jvm.args", String.join(" ", Children.SHORT_LIVED));
        settings.put("lab.load-test", System.getProperty("lab.load-test"));
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
}
