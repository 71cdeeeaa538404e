package io.dronedelivery.localkafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker as a process of its own, and its sudden death. */
@Tag("whole")
class KillTest {

    private static final String STARTED = "bootstrap.servers=";

    /** For a busy machine; only a failure takes so long. */
    private static final long TIMEOUT_SECONDS = 240;

    @TempDir
    private Path directory;

    @Test
    void nothing_acknowledged_is_lost_when_the_process_is_killed() throws Exception {
        Process first = start("--data-directory=" + directory);
        try (Client client = new Client(bootstrapServers(first))) {
            client.createTopic("deliveries", 1);
            client.send("deliveries", "o-1", "a", "b");
            assertThat(client.readAndCommit("deliveries", "invoice-service", 2)).containsExactly("a", "b");
            client.send("deliveries", "o-1", "c");
        } finally {
            first.destroyForcibly().waitFor();
        }

        Process second = start("--data-directory=" + directory);
        try (Client client = new Client(bootstrapServers(second))) {
            assertThat(client.readAndCommit("deliveries", "invoice-service", 1)).containsExactly("c");
            second.destroy();
            assertThat(second.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(second.exitValue()).isEqualTo(143);
        } finally {
            second.destroyForcibly();
        }
    }

    @Test
    void wrong_argument_ends_the_process_with_a_message() throws Exception {
        Process process = start("--prot=8107");

        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("--prot=8107: expected --port=PORT");
    }

    private static Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                System.getProperty("java.class.path"),
                LocalKafkaProcess.class.getName());
        builder.command().addAll(java.util.List.of(arguments));
        return builder.redirectErrorStream(true).start();
    }

    private static String bootstrapServers(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(STARTED)) {
                return line.substring(STARTED.length());
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the broker did not start:\n" + seen);
    }
}
