package io.dronedelivery.servicekit.testing;

import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.localservicebus.LocalServiceBus;
import java.nio.file.Path;
import java.util.List;
import reactor.util.retry.Retry;

/**
 * A broker of a test's own.
 *
 * @param settings with which a service finds it
 * @param end ends it
 */
public record TestBroker(List<String> settings, Runnable end) implements AutoCloseable {

    /**
     * For who publishes: a broker that has just started on a busy machine may not make a topic within its time, and whoever publishes
     * tries again, as an outbox does.
     */
    public static final Retry PATIENTLY = Retry.max(6);

    /** The entities of the deployment. */
    private static final Path ENTITIES = Repository.resolve("deploy", "service-bus", "Config.json");

    /** Either broker, by the name it has in {@code messaging.broker}. */
    public static TestBroker start(String name) {
        return switch (name) {
            case "servicebus" -> serviceBus();
            case "kafka" -> kafka();
            default -> throw new IllegalArgumentException("No broker is called " + name);
        };
    }

    public static TestBroker serviceBus() {
        LocalServiceBus bus = LocalServiceBus.start(o -> o.config(ENTITIES));
        return new TestBroker(
                List.of(
                        "--messaging.broker=servicebus",
                        "--spring.cloud.azure.servicebus.connection-string=" + bus.connectionString()),
                bus::close);
    }

    public static TestBroker kafka() {
        LocalKafka kafka = LocalKafka.start(o -> {});
        return new TestBroker(
                List.of("--messaging.broker=kafka", "--messaging.kafka.bootstrap-servers=" + kafka.bootstrapServers()),
                kafka::close);
    }

    @Override
    public void close() {
        end.run();
    }
}
