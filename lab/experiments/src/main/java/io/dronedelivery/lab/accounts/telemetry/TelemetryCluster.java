package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.process.FreePorts;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A broker, a drone service and the Cosmos DB that it wants, each in a JVM of its own, for one test. */
final class TelemetryCluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String KAFKA = "io.dronedelivery.localkafka.LocalKafkaProcess";
    /** The emulators' public one. */
    private static final String COSMOS_KEY =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    private static final Pattern BOOTSTRAP = Pattern.compile("(?m)^bootstrap\\.servers=(\\S+)$");
    private static final Pattern CONNECTION = Pattern.compile("(?m)^service-bus ready: connection-string=(\\S+) ");
    private static final Pattern ENDPOINT = Pattern.compile("(?m)^cosmos ready: endpoint=(\\S+) ");

    private final Children children;
    private final TelemetrySettings settings;
    private final TelemetryTest test;
    private final Path files;
    private final List<Jvm> parts = new ArrayList<>();
    private final String cosmos;
    private Jvm broker;
    private final String address;
    private final int brokerPort = FreePorts.one();

    private TelemetryCluster(Children children, TelemetrySettings settings, TelemetryTest test)
            throws IOException, InterruptedException {
        this.children = children;
        this.settings = settings;
        this.test = test;
        this.files = settings.data().resolve(test.id());
        Folders.delete(files);
        Files.createDirectories(files);
        try {
            Jvm documents = standIn("Cosmos DB", "256m", List.of("cosmos", "--port=0"), "cosmos");
            parts.add(documents);
            broker = startBroker();
            address = awaitBroker();
            cosmos = documents.awaitOutput(ENDPOINT, PATIENCE);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    static TelemetryCluster start(Children children, TelemetrySettings settings, TelemetryTest test)
            throws IOException, InterruptedException {
        return new TelemetryCluster(children, settings, test);
    }

    /** {@code host:port} of Kafka, or the connection string of Service Bus. */
    String address() {
        return address;
    }

    /** Where all drone services of this test archive. */
    Path archive() {
        return settings.archives().resolve(test.id());
    }

    Jvm broker() {
        return broker;
    }

    private Jvm startBroker() throws IOException {
        String port = "--port=" + brokerPort;
        return test.isKafka()
                ? children.startClassOfJar(
                        "Kafka",
                        jvm("1g"),
                        settings.lab().stackJar(),
                        KAFKA,
                        List.of(port, "--data-directory=" + files.resolve("kafka")),
                        log("kafka"))
                : standIn(
                        "Service Bus",
                        "1g",
                        List.of("service-bus", port, "--management-port=0", "--config=" + settings.serviceBusConfig()),
                        "service-bus");
    }

    private String awaitBroker() throws IOException, InterruptedException {
        return broker.awaitOutput(test.isKafka() ? BOOTSTRAP : CONNECTION, PATIENCE);
    }

    void stopBroker() {
        broker.close();
    }

    /** On the same port, with what it had. */
    void startBrokerAgain() throws IOException, InterruptedException {
        broker = startBroker();
        awaitBroker();
    }

    /** A member of the group, once it is up. */
    record Member(Jvm part, DroneService api) {}

    Member addMember(String name) throws IOException, InterruptedException {
        int port = FreePorts.one();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=" + port,
                // Beside the API: what is looked at here belongs to one port.
                "--management.server.port=",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.cloud.azure.cosmos.endpoint=" + cosmos,
                "--spring.cloud.azure.cosmos.key=" + COSMOS_KEY,
                "--cosmos.containers.flights.create-if-missing=true",
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.directory=" + archive(),
                "--drone.telemetry.archive.roll-interval=2s"));
        arguments.addAll(
                test.isKafka()
                        ? List.of("--messaging.broker=kafka", "--messaging.kafka.bootstrap-servers=" + address)
                        : List.of(
                                "--messaging.broker=servicebus",
                                "--spring.cloud.azure.servicebus.connection-string=" + address));
        List<String> command = jvm("512m");
        command.addAll(List.of("-jar", settings.droneServiceJar().toString()));
        command.addAll(arguments);
        Jvm part = children.start(name, command, log(name));
        parts.add(part);
        DroneService api = new DroneService(port);
        part.await(api::isUp, PATIENCE);
        return new Member(part, api);
    }

    private Jvm standIn(String name, String heap, List<String> arguments, String log) throws IOException {
        List<String> command = jvm(heap);
        command.addAll(List.of("-jar", settings.localJar().toString()));
        command.addAll(arguments);
        return children.start(name, command, log(log));
    }

    /** The stack's arguments but for its heap, which is of all parts together. */
    private List<String> jvm(String heap) {
        List<String> jvm = new ArrayList<>(settings.lab().stackJvmArguments().stream()
                .filter(argument -> !argument.startsWith("-Xm"))
                .toList());
        jvm.add("-Xmx" + heap);
        jvm.add("-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true");
        jvm.add("-DCOSMOS.DISABLE_IMDS_ACCESS=true");
        return jvm;
    }

    private Path log(String name) {
        return settings.output().resolve("logs").resolve(test.id() + "-" + name + ".log");
    }

    @Override
    public void close() {
        for (int i = parts.size() - 1; i >= 0; i--) {
            parts.get(i).close();
        }
        if (broker != null) {
            broker.close();
        }
        Folders.delete(files);
    }
}
