package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code tools/soak/run} where it cannot begin. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the script is made for bash and what Linux has")
class SoakRunTest {

    @Test
    void run_without_a_place_for_its_output_has_not_failed_but_not_begun(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path script = Files.createDirectories(folder.resolve("tools/soak")).resolve("run");
        Files.copy(Path.of("..", "soak", "run"), script);
        Files.createFile(folder.resolve("target"));

        Process run = new ProcessBuilder("bash", script.toString(), "1", "0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(run.exitValue()).isEqualTo(2);
        } finally {
            run.destroyForcibly();
        }
    }
}
