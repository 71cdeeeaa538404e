package io.dronedelivery.localkafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalKafkaTest {

    @RegisterExtension
    static final LocalKafkaExtension KAFKA =
            LocalKafkaExtension.with(options -> options.property("message.max.bytes", "10000"));

    @TempDir
    private Path directory;

    @Test
    void what_is_sent_is_read_back_by_a_group_in_order() {
        try (Client client = new Client(KAFKA.bootstrapServers())) {
            client.createTopic("deliveries", 3);
            client.send("deliveries", "o-1", "a", "b", "c");

            assertThat(client.readAndCommit("deliveries", "invoice-service", 3)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void topic_that_nobody_created_does_not_come_into_being() {
        try (Client client = new Client(KAFKA.bootstrapServers())) {
            client.createTopic("other", 1);

            assertThat(client.topics()).doesNotContain("misspelt");
            assertThat(client.sendFailureToUnknown("misspelt")).isNotNull();
            assertThat(client.topics()).doesNotContain("misspelt");
        }
    }

    @Test
    void property_of_the_broker_counts() {
        try (Client client = new Client(KAFKA.bootstrapServers())) {
            client.createTopic("large", 1);

            assertThat(client.sendFailure("large", "x".repeat(20_000))).isInstanceOf(RecordTooLargeException.class);
        }
    }

    @Test
    void clients_are_told_to_call_the_advertised_port() {
        try (KafkaFiles files = KafkaFiles.open(directory)) {
            assertThat(BrokerSettings.of(
                            new KafkaPorts(9092, 9093), files, new LocalKafkaOptions().advertisedPort(9107)))
                    .containsEntry("advertised.listeners", "PLAINTEXT://localhost:9107");
        }
    }

    @Test
    void directory_that_was_given_is_gone_on_with() {
        try (LocalKafka kafka = LocalKafka.start(options -> options.dataDirectory(directory));
                Client client = new Client(kafka.bootstrapServers())) {
            client.createTopic("deliveries", 1);
            client.send("deliveries", "o-1", "a", "b");
            assertThat(client.readAndCommit("deliveries", "invoice-service", 2)).containsExactly("a", "b");
            client.send("deliveries", "o-1", "c");
        }

        try (LocalKafka kafka = LocalKafka.start(options -> options.dataDirectory(directory));
                Client client = new Client(kafka.bootstrapServers())) {
            assertThat(client.readAndCommit("deliveries", "invoice-service", 1)).containsExactly("c");
        }
    }

    @Test
    void formatting_that_was_cut_short_is_done_again() throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/bootstrap.checkpoint"), "half");

        try (LocalKafka kafka = LocalKafka.start(options -> options.dataDirectory(directory));
                Client client = new Client(kafka.bootstrapServers())) {
            assertThat(client.topics()).isEmpty();
        }
    }

    @Test
    void temporary_directory_goes_with_the_broker() throws IOException {
        Set<Path> before = temporaryDirectories();
        LocalKafka kafka = LocalKafka.start(options -> {});
        Set<Path> made = temporaryDirectories();
        made.removeAll(before);
        assertThat(made).hasSize(1);

        kafka.close();

        assertThat(made).allMatch(Files::notExists);
    }

    @Test
    void directory_in_use_is_refused_with_the_process_that_uses_it() {
        try (LocalKafka kafka = LocalKafka.start(options -> options.dataDirectory(directory))) {
            assertThat(kafka.port()).isPositive();
            assertThatIllegalStateException()
                    .isThrownBy(() -> LocalKafka.start(options -> options.dataDirectory(directory)))
                    .withMessageContaining(directory.toString())
                    .withMessageContaining(
                            "in use by process " + ProcessHandle.current().pid());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void port_that_somebody_takes_at_the_last_moment_is_replaced_by_another(boolean controller) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            KafkaPorts free = KafkaPorts.choose(0);
            Queue<KafkaPorts> clashes = new ArrayDeque<>(List.of(
                    controller
                            ? new KafkaPorts(free.broker(), other.getLocalPort())
                            : new KafkaPorts(other.getLocalPort(), free.controller())));

            try (LocalKafka kafka = LocalKafka.start(
                            options -> {}, wanted -> clashes.isEmpty() ? KafkaPorts.choose(wanted) : clashes.remove());
                    Client client = new Client(kafka.bootstrapServers())) {
                client.createTopic("deliveries", 1);

                assertThat(clashes).isEmpty();
                // The controller has made the topic; the broker lists it once it has heard of that, as it has when it
                // takes an event.
                client.send("deliveries", "key", "value");
                assertThat(client.topics()).contains("deliveries");
            }
        }
    }

    @Test
    void port_in_use_is_refused() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> LocalKafka.start(options -> options.port(other.getLocalPort())))
                    .withMessageStartingWith("port " + other.getLocalPort() + " is in use");
        }
    }

    @Test
    void wrong_options_are_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalKafka.start(options -> options.port(65_536)))
                .withMessage("port must be from 0 to 65535, not 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalKafka.start(options -> options.property("message.maximum.bytes", "1")))
                .withMessageStartingWith("property message.maximum.bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalKafka.start(options -> options.property("listeners", "PLAINTEXT://:1")))
                .withMessageContaining("follows from port and dataDirectory");
    }

    /** Those of this process: others come and go on the same machine. */
    private static Set<Path> temporaryDirectories() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("local-kafka-"))
                    .filter(LocalKafkaTest::isOurs)
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isOurs(Path directory) {
        try {
            return Files.readString(directory.resolve(KafkaFiles.LOCK))
                    .equals(Long.toString(ProcessHandle.current().pid()));
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }
}
