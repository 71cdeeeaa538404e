package io.dronedelivery.lab.kit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsTest {

    private static final Tests NONE_YET = Tests.of(List.of("Before", "After"), Duration.ZERO);
    private static final Check HOLDS = new Check("no message fails", true, "0");

    @TempDir
    Path output;

    @Test
    void what_was_planned_and_what_was_finished_is_in_the_results() throws IOException {
        write(NONE_YET.withFinished("Before"));

        JsonNode results = new JsonMapper().readTree(text("results.json"));
        assertThat(results.at("/tests/planned").toString()).isEqualTo("[\"Before\",\"After\"]");
        assertThat(results.at("/tests/finished").toString()).isEqualTo("[\"Before\"]");
        assertThat(results.at("/tests/failed").isEmpty()).isTrue();
        assertThat(text("index.html")).contains("\"planned\" : [ \"Before\", \"After\" ]");
    }

    @Test
    void an_experiment_that_runs_has_not_failed_yet() throws IOException {
        assertThat(write(NONE_YET)).containsExactly(HOLDS);
        assertThat(text("results.md")).contains("**Running.**");

        assertThat(write(NONE_YET.withFinished("Before").withFinished("After")))
                .containsExactly(new Check("The experiment was run to its end", true, "2 of 2 tests"), HOLDS);
        assertThat(text("results.md"))
                .contains("| The experiment was run to its end | holds | 2 of 2 tests |")
                .doesNotContain("Running");
    }

    @Test
    void an_experiment_that_was_interrupted_has_failed() throws IOException {
        assertThat(write(NONE_YET.withFinished("Before").asInterrupted()))
                .first()
                .isEqualTo(new Check("The experiment was run to its end", false, "1 of 2 tests; without After"));
        assertThat(text("results.md"))
                .contains("| The experiment was run to its end | **fails** | 1 of 2 tests; without After |");
    }

    @Test
    void the_end_is_expected_after_as_much_time_for_each_test_as_those_before_have_taken() {
        Tests begun = new Tests(
                List.of("1", "2", "3", "4"), List.of(), Map.of(), System.currentTimeMillis() - 60_000, 0, 0, false);

        assertThat(begun.withFinished("1").expectedEnd() - System.currentTimeMillis())
                .isCloseTo(180_000, within(60_000L));
        assertThat(begun.withFinished("1").took()).isGreaterThanOrEqualTo(60_000);
    }

    @Test
    void checks_that_fail_come_first() throws IOException {
        Check fails = new Check("no connection is opened", false, "3");

        assertThat(write(NONE_YET, List.of(HOLDS, fails), null)).containsExactly(fails, HOLDS);
    }

    @Test
    void checks_of_speed_are_not_judged_on_a_machine_that_is_unfit() throws IOException {
        Checks checks = new Checks(true);
        checks.ofSpeed("below 97 ms", false, "1,000 ms");
        checks.add("no message fails", false, "1");
        MachineFitness unfit = MachineFitness.of(923, 143, 0.9, 20);

        List<Check> written = write(NONE_YET, checks.all(), unfit);

        assertThat(written).filteredOn(Check::fails).extracting(Check::name).containsExactly("no message fails");
        assertThat(text("results.md"))
                .contains("NOT COMPARABLE", "| below 97 ms | not judged | 1,000 ms |", "| **fails** |");
        assertThat(text("index.html")).contains("Other programs use 90 % of the processors.");
        assertThat(write(NONE_YET, checks.all(), MachineFitness.of(20_000, 15_000, 0.1, 20)))
                .allMatch(Check::fails);
    }

    @Test
    void each_reason_alone_makes_a_machine_unfit() {
        assertThat(MachineFitness.of(20_000, 15_000, 0.1, 20).reasons()).isEmpty();
        assertThat(MachineFitness.of(4_000, 3_900, 0.1, 20).reasons()).hasSize(1);
        assertThat(MachineFitness.of(20_000, 9_000, 0.1, 20).reasons()).hasSize(1);
        assertThat(MachineFitness.of(20_000, 15_000, 0.3, 20).reasons()).hasSize(1);
        assertThat(MachineFitness.of(20_000, 15_000, 0.1, 1.5).reasons()).hasSize(1);
    }

    @Test
    void the_page_has_the_figures_of_the_run_before() throws IOException {
        JsonNode before = new JsonMapper().readTree("{\"runs\": [], \"tests\": {\"started\": 1764000000000}}");

        Results.write(findings(NONE_YET, List.of(HOLDS), null, before), output);

        assertThat(text("index.html")).contains("\"started\" : 1764000000000");
        assertThat(text("results.json")).doesNotContain("1764000000000");
    }

    @Test
    void a_test_that_failed_is_a_check_that_fails_with_what_it_has_ended_with() throws IOException {
        Tests tests = NONE_YET.withFailed("Before", new IllegalStateException("The stack ended:\nport | in use"))
                .withFinished("After");

        assertThat(write(tests))
                .containsExactly(
                        new Check("The experiment was run to its end", false, "1 of 2 tests; without Before"),
                        new Check(
                                "Before: the test is run to its end",
                                false,
                                "java.lang.IllegalStateException: The stack ended:\nport | in use"),
                        HOLDS);
        assertThat(text("results.md"))
                .contains(
                        "| Before: the test is run to its end | **fails** | java.lang.IllegalStateException: The stack"
                                + " ended:<br>port \\| in use |");
        assertThat(text("index.html")).contains("\"Before\" : \"java.lang.IllegalStateException: The stack ended:");
    }

    private List<Check> write(Tests tests) throws IOException {
        return write(tests, List.of(HOLDS), null);
    }

    private List<Check> write(Tests tests, List<Check> checks, @Nullable MachineFitness fitness) throws IOException {
        return Results.write(findings(tests, checks, fitness, null), output);
    }

    private static Findings findings(
            Tests tests, List<Check> checks, @Nullable MachineFitness fitness, @Nullable JsonNode before) {
        return new Findings(
                "dispatch",
                ResultsTest.class,
                "build",
                List.of(),
                tests,
                List.of(),
                checks,
                "",
                List.of(),
                fitness,
                before);
    }

    private String text(String file) throws IOException {
        return Files.readString(output.resolve("dispatch").resolve(file));
    }
}
