package io.dronedelivery.labreport;

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
                .isEqualTo("{\"planned\":[\"Before\",\"After\"],\"finished\":[\"Before\"]}");
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

    private List<Check> write(Tests tests) throws IOException {
        Findings findings = new Findings(
                "dispatch", ResultsTest.class, "build", List.of(), tests, List.of(), List.of(HOLDS), "");
        return Results.write(findings, output);
    }

    private String text(String file) throws IOException {
        return Files.readString(output.resolve("dispatch").resolve(file));
    }
}
