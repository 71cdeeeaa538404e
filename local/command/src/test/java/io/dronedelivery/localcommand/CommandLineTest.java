package io.dronedelivery.localcommand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not start: the command ends with one line and an exit code. */
class CommandLineTest {

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return LocalCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                               | drone-delivery-local: Name what to start: cosmos, service-bus, blob or all
                    cosmso                           | drone-delivery-local: Unknown argument cosmso; the nearest is cosmos
                    cosmos --prot 1                  | drone-delivery-local cosmos: Unknown option --prot; the nearest is --port
                    cosmos --prot=1                  | Unknown option --prot; the nearest is --port
                    cosmos 8081                      | Unknown argument 8081
                    cosmos --port                    | Missing required parameter for option '--port'
                    cosmos --port many               | '--port': 'many' is not a port: expected a whole number from 0
                    cosmos --port=70000              | '--port': '70000' is not a port
                    cosmos --partitions 0            | partitions must be between 1 and 1000, but is 0
                    cosmos --latency soon            | '--latency': 'soon' is no time such as 5ms
                    cosmos --latency 5ms,1ms         | '--latency': Expected 0 < p50 <= p99
                    cosmos --throughput some         | '--throughput': expected one of [counted, enforced]
                    cosmos --fault 492               | Unknown fault '492'; the nearest is '429'
                    cosmos --fault 429,for=-5s       | 'for' must be a time such as 500ms, 30s or 5m, not '-5s'
                    cosmos --fault 503,region=West   | Unknown region 'West'; the nearest is 'Local'
                    service-bus --fault lock-lost,entity=a --queue b | Unknown entity 'a'; the nearest is 'b'
                    all --fault lok-lost             | Unknown fault 'lok-lost'; the nearest is 'lock-lost'
                    cosmos --bind nowhere.invalid    | address must be one of this machine
                    cosmos --advertised-host 1.1     | advertisedHost must be a host's name
                    service-bus --config /nowhere    | /nowhere cannot be read
                    service-bus --queue a --queue A  | there are two entities named 'A'
                    service-bus --topic /all         | the name of a topic must have
                    """)
    void wrong_option_is_named_in_one_line(String arguments, String message) {
        int code = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(code).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void config_file_with_an_unknown_property_is_refused_with_its_line_and_column() throws IOException {
        Path config = Files.writeString(directory.resolve("Config.json"), """
                {"UserConfig": {"Namespaces": [{"Name": "n", // the only one
                  "Queue": []}]}}
                """);

        assertThat(run("service-bus", "--config=" + config)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("drone-delivery-local service-bus: " + config
                        + ", line 2, column 3: UserConfig.Namespaces[0].Queue is not known; known here are Name,");
    }

    @Test
    void port_in_use_is_named_with_what_may_have_it() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            String where = "Port " + port + " of 127.0.0.1 is in use, perhaps by ";

            assertThat(run("cosmos", "--port=" + port)).isEqualTo(1);
            assertThat(run("blob", "--port=" + port)).isEqualTo(1);
            assertThat(run("service-bus", "--management-port=0", "--port=" + port))
                    .isEqualTo(1);
            assertThat(run("all", "--cosmos-port=0", "--service-bus-port=0", "--management-port=" + port))
                    .isEqualTo(1);
            assertThat(err.toString().lines().toList())
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .contains(where + "an emulator of Cosmos DB")
                                    .endsWith("--port"),
                            line -> assertThat(line).contains(where + "Azurite").endsWith("--port"),
                            line -> assertThat(line)
                                    .contains(where + "RabbitMQ")
                                    .endsWith("--port"),
                            line -> assertThat(line).contains(where).endsWith("--management-port"));
        }
    }

    @Test
    void data_directory_of_another_version_is_refused() throws IOException {
        Files.writeString(directory.resolve("servicebus.journal"), "LSBJ9999");
        Files.writeString(directory.resolve("catalogue.json"), "{\"format\": 9}");

        assertThat(run("service-bus", "--port=0", "--management-port=0", "--data-dir=" + directory))
                .isEqualTo(1);
        assertThat(run("cosmos", "--port=0", "--data-dir=" + directory)).isEqualTo(1);
        assertThat(err.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("of another version"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "cosmos --help", "service-bus -h", "blob --help", "all --help"})
    void help_is_no_failure(String arguments) {
        assertThat(run(arguments.split(" "))).isZero();
        assertThat(out.toString()).startsWith("Usage: drone-delivery-local");
    }

    @Test
    void version_is_that_of_the_build() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("drone-delivery-local \\d\\S*, Java \\d[\\s\\S]*");
    }
}
