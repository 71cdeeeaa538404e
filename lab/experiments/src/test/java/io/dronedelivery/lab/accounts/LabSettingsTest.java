package io.dronedelivery.lab.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.loadtest.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabSettingsTest {

    @TempDir
    Path directory;

    private final Map<String, String> settings = new HashMap<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void a_jar_to_start() throws IOException {
        settings.put(
                "lab.stack.jar",
                Files.createFile(directory.resolve("stack.jar")).toString());
        settings.put("lab.output", directory.resolve("out").toString());
        settings.put("experiment", "step-load");
    }

    @Test
    void unknown_experiment_is_refused_with_those_that_there_are() {
        settings.put("experiment", "step-lode");

        assertThat(run()).isEqualTo(2);
        assertThat(said())
                .isEqualTo("-Dexperiment=step-lode: expected is all or one of: dispatch, queue-designs, reply-pool,"
                        + " scale-out, step-load, telemetry");
    }

    @Test
    void unknown_profile_is_refused() {
        settings.put("profile", "quick");

        assertThat(run()).isEqualTo(2);
        assertThat(said()).isEqualTo("-Dprofile=quick: expected is full, short or build");
    }

    @Test
    void settings_that_the_experiment_does_not_read_are_refused() {
        settings.put("experiment", "dispatch");
        settings.put("duration", "60s");

        assertThat(run()).isEqualTo(2);
        assertThat(said())
                .isEqualTo("-Dduration=60s: expected is nothing with -Dexperiment=dispatch: step-load alone reads it");

        settings.put("duration", "");
        settings.put("lab.sampling", "10");
        assertThat(run()).isEqualTo(2);
        assertThat(said()).contains("-Dlab.sampling=10: expected is nothing with -Dexperiment=dispatch");
    }

    @Test
    void settings_of_one_experiment_are_read_where_all_are_run() {
        settings.put("experiment", "all");
        settings.put("duration", "1s");
        settings.put("lab.sampling", "10");

        assertThat(run()).isEqualTo(2);
        assertThat(said()).isEqualTo("-Dduration=1s: expected is 5s or more");
    }

    @Test
    void unknown_test_is_refused_before_anything_is_started() {
        settings.put("lab.tests", "1,12");

        assertThat(run()).isEqualTo(2);
        assertThat(said()).startsWith("-Dlab.tests=1,12: expected is some of test-1,test-2,");
    }

    @Test
    void stack_that_was_not_built_is_named() {
        settings.put("lab.stack.jar", "nowhere.jar");

        assertThat(run()).isEqualTo(2);
        assertThat(said()).startsWith("There is no nowhere.jar; mvn -Plab verify in the root makes it");
    }

    @Test
    void output_in_which_no_archive_can_be_written_is_refused_before_anything_is_started() throws IOException {
        settings.put("experiment", "telemetry");
        for (String file :
                List.of("lab.simulator.jar", "lab.drone-service.jar", "lab.local.jar", "lab.service-bus.config")) {
            settings.put(file, Files.createFile(directory.resolve(file)).toString());
        }
        Path taken = Files.createFile(directory.resolve("taken"));
        settings.put("lab.output", taken.toString());

        assertThat(run()).isEqualTo(2);
        assertThat(said())
                .startsWith("-Dlab.output=" + taken + ": expected is a directory in which archives can be written: ");
    }

    @Test
    void stack_that_cannot_start_fails_each_test_with_its_last_words_and_leaves_where_the_logs_are()
            throws IOException {
        settings.put("profile", "build");
        settings.put("lab.tests", "1,2");

        assertThat(run()).isEqualTo(1);
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains("FAILS  The experiment was run to its end: 0 of 2 tests; without Test 1, Test 2")
                .contains("FAILS  Test 1: the test is run to its end: java.lang.IllegalStateException: The local stack"
                        + " ended with code 1 instead of starting; its last words in "
                        + directory.resolve("out/step-load/logs/test-1/stack.log"))
                .contains("FAILS  Test 2: the test is run to its end: java.lang.IllegalStateException: The local stack")
                .contains("Logs:    " + directory.resolve("out/step-load/logs"));
        assertThat(Files.readString(directory.resolve("out/step-load/results.md")))
                .contains("| Test 2: the test is run to its end | **fails** | java.lang.IllegalStateException: ");
    }

    @Test
    void experiment_that_ends_before_its_time_is_on_the_index_as_not_run_to_its_end_whatever_an_earlier_one_has_left()
            throws IOException {
        settings.put("profile", "build");
        settings.put("lab.tests", "1");
        Path earlier =
                Files.createDirectories(directory.resolve("out/step-load")).resolve("results.json");
        Files.writeString(earlier, "{\"checks\": [{\"name\": \"of yesterday\", \"holds\": true, \"figure\": \"\"}]}");

        assertThat(run()).isEqualTo(1);

        assertThat(Files.readString(directory.resolve("out/index.html")))
                .contains("{\"name\":\"The experiment was run to its end\",\"holds\":false,\"figure\":\"0 of 1 tests;"
                        + " without Test 1\",")
                .doesNotContain("of yesterday");
    }

    private int run() {
        return Lab.run(new Settings(settings::get), stream(shown), stream(said));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8).strip();
    }
}
