package io.dronedelivery.lab.kit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsTest {

    private static final Tests NONE_YET = Tests.of(List.of("Before", "After"));
    private static final Check HOLDS = new Check("no message fails", true, "0");

    @TempDir
    Path output;

    @Test
    void what_was_planned_and_what_was_finished_is_in_the_results() throws IOException {
        write(NONE_YET.withFinished("Before"));

        JsonNode results = new JsonMapper().readTree(text("results.json"));
        assertThat(results.path("tests").toString())
                .isEqualTo("{\"planned\":[\"Before\",\"After\"],\"finished\":[\"Before\"],\"failed\":{}}");
        assertThat(text("index.html")).contains("\"planned\" : [ \"Before\", \"After\" ]");
    }

    @Test
    void checks_begin_with_the_one_that_fails_until_the_last_test_was_run() throws IOException {
        Tests first = NONE_YET.withFinished("Before");

        assertThat(write(NONE_YET)).extracting(Check::holds).containsExactly(false, true);
        assertThat(write(first)).extracting(Check::holds).containsExactly(false, true);
        assertThat(text("results.md"))
                .contains("| The experiment was run to its end | **fails** | 1 of 2 tests; without After |");
        assertThat(write(first.withFinished("After"))).extracting(Check::holds).containsExactly(true, true);
        assertThat(text("results.md")).contains("| The experiment was run to its end | holds | 2 of 2 tests |");
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
        Findings findings = new Findings(
                "dispatch", ResultsTest.class, "build", List.of(), tests, List.of(), List.of(HOLDS), "", List.of());
        return Results.write(findings, output);
    }

    private String text(String file) throws IOException {
        return Files.readString(output.resolve("dispatch").resolve(file));
    }
}
