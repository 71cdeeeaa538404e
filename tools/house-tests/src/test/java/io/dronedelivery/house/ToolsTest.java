package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts in {@code tools}: what they say to whoever does not know them, before they begin anything. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "they are for bash")
class ToolsTest {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private record Result(int exitCode, String text) {}

    private static Result run(String script, String argument) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", script, argument)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/api-fuzz/run", "tools/deploy-check/run", "tools/pictures/run", "tools/soak/run"})
    void script_tells_how_it_is_used(String script) throws IOException, InterruptedException {
        Result result = run(script, "--help");

        assertThat(result.text()).contains(script + " [").doesNotContain("#");
        assertThat(result.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/api-fuzz/run", "tools/deploy-check/run", "tools/pictures/run", "tools/soak/run"})
    void script_names_an_argument_that_it_does_not_know(String script) throws IOException, InterruptedException {
        Result result = run(script, "nonsense");

        assertThat(result.text()).contains("\"nonsense\"", "--help");
        assertThat(result.exitCode()).isEqualTo(2);
    }
}
