package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stand-in as a process of its own, as a container runs it. */
@Tag("whole")
class ProcessTest {

    private static final long TIMEOUT_SECONDS = 120;

    @Test
    void it_says_where_it_is_and_stops_at_a_termination_signal() throws Exception {
        Process process = start("--port=0", "--address=127.0.0.1", "--advertised-host=cosmos", "--partitions=3");
        try {
            URI endpoint = URI.create(valueOf(process, "endpoint"));
            assertThat(endpoint.getHost()).isEqualTo("cosmos");
            new Socket("127.0.0.1", endpoint.getPort()).close();

            process.destroy();
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--prot=8104,            expected --port=PORT",
        "--partitions=many,      expected a whole number",
        "--partitions=0,         partitions must be between 1 and 1000",
        "--advertised-host=1.1,  advertisedHost must be a host's name"
    })
    void wrong_argument_ends_the_process_with_a_message(String argument, String message) throws Exception {
        Process process = start(argument.strip());

        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains(message);
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                System.getProperty("java.class.path"),
                LocalCosmosProcess.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String valueOf(Process process, String name) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(name + "=")) {
                return line.substring(name.length() + 1);
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("it did not start:\n" + seen);
    }
}
