package io.dronedelivery.promise.cluster;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class ServiceBusBroker implements Brokers {

    private static final String ENTITIES = "/service-bus/Config.json";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration HELD = Duration.ofMinutes(30);

    /** Any lane will do for what has no delivery. */
    private static final String LANE = "lane-0";

    private final Jvm jvm;
    private final String connectionString;
    private final Path figures;

    ServiceBusBroker(int port, int calledAt, Form form, Path directory) throws IOException {
        connectionString =
                "Endpoint=sb://localhost:%d;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true;"
                        .formatted(calledAt);
        figures = directory.resolve("service-bus-figures.json");
        jvm = Brokers.jvm(
                List.of(
                        ServiceBusProcess.class.getName(),
                        Integer.toString(port),
                        entities(form, directory).toString(),
                        directory.resolve("service-bus").toString()),
                "160m",
                directory);
    }

    private static Path entities(Form form, Path directory) throws IOException {
        try (var declared = ServiceBusProcess.class.getResourceAsStream(ENTITIES)) {
            if (declared == null) {
                throw new IllegalStateException("Missing on the class path: " + ENTITIES);
            }
            return Files.writeString(
                    directory.resolve("Config.json"),
                    form.entities(new String(declared.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    @Override
    public Jvm jvm() {
        return jvm;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "messaging.broker", "servicebus", "spring.cloud.azure.servicebus.connection-string", connectionString);
    }

    @Override
    public List<String> leftBy(ClusterPart service) throws IOException {
        return subscriptionsOf(service).stream()
                .filter(entity -> entity.getValue().get("locked").asInt() > 0)
                .map(Map.Entry::toString)
                .toList();
    }

    @Override
    public long waitingFor(ClusterPart service) throws IOException {
        ToLongFunction<JsonNode> held =
                entity -> entity.get("active").asLong() + entity.get("locked").asLong();
        return subscriptionsOf(service).stream()
                .mapToLong(entity -> held.applyAsLong(entity.getValue()))
                .sum();
    }

    @Override
    public synchronized void publish(Map<String, String> attributes, byte[] data) {
        ServiceBusMessage message =
                new ServiceBusMessage(data).setSessionId(LANE).setPartitionKey(LANE);
        attributes.forEach((name, value) -> {
            if (name.equals("datacontenttype")) {
                message.setContentType(value);
            } else {
                message.getApplicationProperties().put("cloudEvents:" + name, value);
            }
        });
        try (ServiceBusSenderClient sender = new ServiceBusClientBuilder()
                .connectionString(connectionString)
                .sender()
                .topicName(COMPLETIONS)
                .buildClient()) {
            sender.sendMessage(message);
        }
    }

    /** Takes a lane of the completions as a stranger does, waiting for it, and reads nothing until it is closed. */
    public AutoCloseable holdLane(ClusterPart service, int lane) {
        ServiceBusSessionReceiverClient sessions = new ServiceBusClientBuilder()
                .connectionString(connectionString)
                .sessionReceiver()
                .topicName(COMPLETIONS)
                .subscriptionName(service.label())
                .prefetchCount(0)
                .maxAutoLockRenewDuration(HELD)
                .buildClient();
        ServiceBusReceiverClient held = Awaitility.await("lane-" + lane)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> sessions.acceptSession("lane-" + lane), Objects::nonNull);
        return () -> {
            held.close();
            sessions.close();
        };
    }

    private synchronized List<Map.Entry<String, JsonNode>> subscriptionsOf(ClusterPart service) throws IOException {
        Files.deleteIfExists(figures);
        jvm.tell(figures.toString());
        Awaitility.await("figures of the broker").atMost(PATIENCE).until(() -> Files.exists(figures));
        return new JsonMapper()
                .readTree(figures.toFile()).get("entities").properties().stream()
                        .filter(entity -> entity.getKey().endsWith("/subscriptions/" + service.label()))
                        .toList();
    }
}
