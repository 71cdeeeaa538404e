package io.dronedelivery.localstack.promise;

import io.dronedelivery.localkafka.LocalKafkaProcess;
import io.dronedelivery.localstack.option.Broker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** How each broker is started, what the services are told about it, and what it knows of them. */
sealed interface Brokers {

    PartProcess process();

    /** The settings of the services. */
    Map<String, String> settings();

    /** What a service has left at the broker: members of its groups, or messages that it holds; empty when nothing. */
    List<String> leftBy(Part service) throws Exception;

    static Brokers of(Broker kind, int port, Path directory) {
        return switch (kind) {
            case SERVICEBUS -> new ServiceBus(port, directory);
            case KAFKA -> new Kafka(port, directory);
        };
    }

    private static boolean listensOn(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        }
    }

    /** The local Service Bus. */
    final class ServiceBus implements Brokers {

        private static final String ENTITIES = "/service-bus/Config.json";

        private final PartProcess process;
        private final int port;
        private final Path figures;

        private ServiceBus(int port, Path directory) {
            this.port = port;
            this.figures = directory.resolve("service-bus-figures.json");
            this.process = new PartProcess(
                    "broker",
                    "160m",
                    List.of(
                            ServiceBusProcess.class.getName(),
                            Integer.toString(port),
                            entities(directory).toString(),
                            directory.resolve("service-bus").toString()),
                    directory.resolve("broker.log"),
                    () -> listensOn(port));
        }

        private static Path entities(Path directory) {
            Path file = directory.resolve("Config.json");
            try (var declared = ServiceBusProcess.class.getResourceAsStream(ENTITIES)) {
                return Files.writeString(
                        file, Form.ASKED_FOR.entities(new String(declared.readAllBytes(), StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public PartProcess process() {
            return process;
        }

        @Override
        public Map<String, String> settings() {
            return Map.of(
                    "messaging.broker",
                    "servicebus",
                    "spring.cloud.azure.servicebus.connection-string",
                    "Endpoint=sb://localhost:%d;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true;"
                            .formatted(port));
        }

        @Override
        public List<String> leftBy(Part service) throws IOException {
            Files.deleteIfExists(figures);
            process.tell(figures.toString());
            Awaitility.await("figures of the broker")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(figures));
            JsonNode entities = new ObjectMapper().readTree(figures.toFile()).get("entities");
            return StreamSupport.stream(
                            ((Iterable<Map.Entry<String, JsonNode>>) entities.properties()::iterator).spliterator(),
                            false)
                    .filter(entity -> entity.getKey().endsWith("/subscriptions/" + service.label()))
                    .filter(entity -> entity.getValue().get("locked").asInt() > 0)
                    .map(Map.Entry::toString)
                    .toList();
        }
    }

    /** Kafka. */
    final class Kafka implements Brokers {

        private final PartProcess process;
        private final int port;

        private Kafka(int port, Path directory) {
            this.port = port;
            this.process = new PartProcess(
                    "broker",
                    "192m",
                    List.of(
                            LocalKafkaProcess.class.getName(),
                            "--port=" + port,
                            "--data-directory=" + directory.resolve("kafka")),
                    directory.resolve("broker.log"),
                    () -> listensOn(port));
        }

        @Override
        public PartProcess process() {
            return process;
        }

        @Override
        public Map<String, String> settings() {
            return Map.of("messaging.broker", "kafka", "messaging.kafka.bootstrap-servers", "localhost:" + port);
        }

        @Override
        public List<String> leftBy(Part service) throws Exception {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", "localhost:" + port))) {
                List<String> groups = admin.listGroups(ListGroupsOptions.forConsumerGroups()).all().get().stream()
                        .map(GroupListing::groupId)
                        .filter(group -> group.startsWith(service.label()))
                        .toList();
                return admin.describeConsumerGroups(groups).all().get().values().stream()
                        .flatMap(group -> group.members().stream()
                                .map(member -> group.groupId() + ": " + member.clientId() + " " + member.consumerId()))
                        .collect(Collectors.toList());
            }
        }
    }
}
