package io.dronedelivery.lab.kit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexPageTest {

    private static final Tests WHOLE =
            Tests.of(List.of("Before"), Duration.ZERO).withFinished("Before");

    @TempDir
    Path output;

    @Test
    void every_experiment_that_left_results_is_on_it() throws IOException {
        Results.write(findings("dispatch", WHOLE, new Check("no message fails", true, "0")), output);
        Results.write(findings("step-load", WHOLE, new Check("</script> is text", false, "1")), output);
        Files.createDirectories(output.resolve("logs"));

        String page = Files.readString(IndexPage.write(output));

        assertThat(page)
                .contains(
                        "\"folder\":\"dispatch\"",
                        "no message fails",
                        "\"folder\":\"step-load\"",
                        "<\\/script> is text")
                .doesNotContain("/*page*/", "/*experiments*/", "\"folder\":\"logs\"");
    }

    @Test
    void results_that_cannot_be_read_do_not_hide_the_others() throws IOException {
        Files.createDirectories(output.resolve("torn"));
        Files.writeString(output.resolve("torn").resolve("results.json"), "{\"experiment\": \"to");

        Results.write(findings("dispatch", WHOLE, new Check("no message fails", true, "0")), output);

        assertThat(index()).contains("\"experiment\":\"torn\"", "no message fails");
    }

    @Test
    void an_experiment_that_was_interrupted_is_on_it_with_a_check_that_fails() throws IOException {
        Tests tests = Tests.of(List.of("Before", "After", "Both"), Duration.ZERO)
                .withFinished("Before")
                .asInterrupted();

        Results.write(findings("dispatch", tests, new Check("no message fails", true, "0")), output);

        assertThat(index())
                .contains("{\"name\":\"The experiment was run to its end\",\"holds\":false,\"figure\":\"1 of 3 tests;"
                        + " without After, Both\",");
    }

    private String index() throws IOException {
        return Files.readString(output.resolve("index.html"));
    }

    private static Findings findings(String experiment, Tests tests, Check check) {
        return new Findings(
                experiment,
                IndexPageTest.class,
                "build",
                List.of(),
                tests,
                List.of(Map.of("name", "Before")),
                List.of(check),
                "",
                List.of(),
                null,
                null);
    }
}
