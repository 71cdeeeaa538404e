package io.dronedelivery.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a person does who copies the printed commands into a shell. */
public final class Shell {

    /** Generous: other builds may share the machine. */
    private static final long TIMEOUT_SECONDS = 240;

    private Shell() {}

    /** Skips the test where the commands could not work. */
    public static void assumeAvailable() throws InterruptedException {
        for (String tool : List.of("bash", "curl", "sed")) {
            assumeTrue(isThere(tool), tool + " is not there");
        }
    }

    /** What the script prints. */
    public static String run(String script) throws IOException, InterruptedException {
        Process bash = new ProcessBuilder("bash", "-c", script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            bash.getOutputStream().close();
            String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(bash.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(bash.exitValue()).as(script).isZero();
            return output.strip();
        } finally {
            bash.destroyForcibly();
        }
    }

    private static boolean isThere(String tool) throws InterruptedException {
        try {
            Process version = new ProcessBuilder(tool, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return version.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && version.exitValue() == 0;
        } catch (IOException notFound) {
            return false;
        }
    }
}
