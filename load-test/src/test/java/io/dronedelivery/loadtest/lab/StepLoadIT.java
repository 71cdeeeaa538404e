package io.dronedelivery.loadtest.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dronedelivery.loadtest.Settings;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The article's four tests in the short profile, as the command runs them. */
class StepLoadIT {

    private static final Path OUTPUT = Path.of("target", "lab-it");

    /**
     * What a stall of a second or two changes, as the users come within half a minute and the machine has other things to do while a build
     * runs. The experiment itself, which has the machine for itself, fails when one of these does not hold.
     */
    private static final Pattern OF_THE_MACHINE = Pattern.compile(
            String.join("|", ".*throughput within.*", "Test 1: calls an operation.*", "In Test 3 a partition uses .*"));

    @Test
    void four_tests_of_the_article_have_the_shape_that_was_published() throws Exception {
        Map<String, String> settings = Map.of(
                "experiment",
                "step-load",
                "profile",
                "short",
                "lab.tests",
                "1,2,3,4",
                "lab.class.path",
                System.getProperty(
                        "surefire.test.class.path",
                        ManagementFactory.getRuntimeMXBean().getClassPath()),
                "lab.stack.jar",
                System.getProperty("lab.stack.jar"),
                // Half a minute is too short for the second compiler: it would take the processors that the load needs.
                "lab.stack.jvm.args",
                "-Xms512m -Xmx1g -XX:+UseParallelGC -XX:TieredStopAtLevel=1",
                "lab.output",
                OUTPUT.toString());

        int code = Lab.run(new Settings(settings::get), System.out, System.err);

        assertThat(code).as("neither refused nor broken").isBetween(0, 1);
        Path output = OUTPUT.resolve("step-load");
        JsonNode results =
                new JsonMapper().readTree(output.resolve("results.json").toFile());
        assertThat(results.path("runs")).hasSize(4);
        assertThat(StreamSupport.stream(results.path("checks").spliterator(), false)
                        .filter(check -> !OF_THE_MACHINE
                                .matcher(check.path("name").asText())
                                .matches())
                        .filter(check -> !check.path("holds").asBoolean()))
                .isEmpty();
        assertThat(Files.readString(output.resolve("results.md"))).contains("| Test 1 | Test 2 | Test 3 | Test 4 |");
        assertThat(Files.readString(output.resolve("index.html")))
                .contains("echarts")
                .doesNotContain("src=\"http");
    }
}
