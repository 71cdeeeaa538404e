package io.dronedelivery.labreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexPageTest {

    @TempDir
    Path output;

    @Test
    void every_experiment_that_left_results_is_on_it() throws IOException {
        Results.write(findings("dispatch", new Check("no message fails", true, "0")), output.resolve("dispatch"));
        Results.write(findings("step-load", new Check("</script> is text", false, "1")), output.resolve("step-load"));
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
        Results.write(findings("dispatch", new Check("no message fails", true, "0")), output.resolve("dispatch"));

        assertThat(Files.readString(IndexPage.write(output))).contains("\"experiment\":\"torn\"", "no message fails");
    }

    private static Findings findings(String experiment, Check check) {
        return new Findings(
                experiment,
                IndexPageTest.class,
                "build",
                List.of(),
                List.of(Map.of("name", "Before")),
                List.of(check),
                "");
    }
}
