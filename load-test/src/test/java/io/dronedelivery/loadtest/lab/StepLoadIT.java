package io.dronedelivery.loadtest.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The article's four tests in the profile for a build, as the command runs them. What depends on the machine's speed is not asked. */
class StepLoadIT {

    private static final Path OUTPUT = Path.of("target", "lab-it");
    private static final Path STACK = Path.of("target", "lab-it-stack");

    private static JsonNode results;
    private static String table;
    private static int code;

    @BeforeAll
    static void run_the_four_tests() throws Exception {
        Map<String, String> settings = Map.of(
                "experiment",
                "step-load",
                "profile",
                "build",
                "lab.tests",
                "1,2,3,4",
                "lab.class.path",
                System.getProperty(
                        "surefire.test.class.path",
                        ManagementFactory.getRuntimeMXBean().getClassPath()),
                "lab.stack.jar",
                extracted(Path.of(System.getProperty("lab.stack.jar"))).toString(),
                // The second compiler costs more in half a minute than it saves.
                "lab.stack.jvm.args",
                "-Xms256m -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
                "lab.output",
                OUTPUT.toString());

        code = Lab.run(new Settings(settings::get), System.out, System.err);

        Path output = OUTPUT.resolve("step-load");
        results = new JsonMapper().readTree(output.resolve("results.json").toFile());
        table = Files.readString(output.resolve("results.md"));
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(code).isZero();
        assertThat(rows(results.path("checks")))
                .allSatisfy(check -> assertThat(check.path("holds").asBoolean(false))
                        .as(check.toString())
                        .isTrue());
        assertThat(rows(results.path("checks")))
                .extracting(check -> check.path("name").asString(""))
                .contains(
                        "No error reaches the client",
                        "Nothing of the telemetry was dropped: as many calls as drone-service counted",
                        "No 429 in Test 2",
                        "No 429 in Test 3",
                        "No 429 in Test 4",
                        "9 calls an operation in Test 2",
                        "About 9 calls an operation in Test 3",
                        "Exactly 1 call an operation in Test 4",
                        "RU an operation equal in Tests 1 to 3",
                        "RU an operation in Test 4 at most a sixth of Test 3",
                        "The transaction of Test 2 shows a staircase",
                        "The transaction of Test 4 shows one call",
                        "Test 1: RU an operation within 5 % of the original",
                        "Test 4: RU an operation within 5 % of the original")
                .noneMatch(name -> name.contains("hroughput"));
    }

    @Test
    void each_test_has_the_settings_of_its_own() {
        assertThat(rows(results.path("runs")))
                .extracting(
                        run -> run.path("name").asString(""),
                        run -> setting(run, "throughput"),
                        run -> setting(run, "partitionKey"),
                        run -> setting(run, "parallelism"))
                .containsExactly(
                        tuple("Test 1", "900", "/id", "1"),
                        tuple("Test 2", "2500", "/id", "1"),
                        tuple("Test 3", "2500", "/id", "9"),
                        tuple("Test 4", "2500", "/ownerId", "9"));
    }

    @Test
    void nine_partitions_are_asked_at_the_same_time_in_test_3_alone() {
        assertThat(rows(results.path("runs")))
                .extracting(
                        run -> Shape.of(run.path("measured").path("telemetry").path("transaction")))
                .satisfiesExactly(
                        test1 -> assertThat(test1.overlapping()).isZero(),
                        test2 -> assertThat(test2.overlapping()).isZero(),
                        test3 -> assertThat(test3.overlapping()).isPositive(),
                        test4 -> assertThat(test4.overlapping()).isZero());
    }

    @Test
    void all_figures_are_reported() throws IOException {
        assertThat(table).contains("| Test 1 | Test 2 | Test 3 | Test 4 |");
        assertThat(table.lines().filter(line -> line.startsWith("|")))
                .hasSizeGreaterThan(30)
                .noneMatch(line -> line.contains("–"));
        assertThat(rows(results.path("runs"))).allSatisfy(run -> {
            assertThat(run.path("ceiling").asDouble(0)).isPositive();
            assertThat(run.path("measured").path("successful").asLong(0)).isPositive();
            assertThat(run.path("measured").path("telemetry").path("partitions"))
                    .hasSize(StepLoadTest.PARTITIONS);
            assertThat(run.path("measured").path("finding")).isNotEmpty();
        });
        assertThat(Files.readString(OUTPUT.resolve("step-load").resolve("index.html")))
                .contains("echarts")
                .doesNotContain("src=\"http");
    }

    /** Four JVMs start from it, and classes are found with much less work where the jars are not inside another jar. */
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

    private static List<JsonNode> rows(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static String setting(JsonNode run, String name) {
        return run.path("settings").path(name).asString("");
    }
}
