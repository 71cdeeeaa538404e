package io.dronedelivery.localstack.store;

import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.StackBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The chosen broker, running.
 *
 * @param address for people who want to connect
 * @param settings for the applications
 */
public record LocalBroker(StackBroker kind, String address, Map<String, String> settings, AutoCloseable running)
        implements AutoCloseable {

    /** Starts the chosen broker. Its content is kept when the directory is. */
    public static LocalBroker start(LocalOptions asked, int port, DataDirectory directory) throws IOException {
        return switch (asked.broker()) {
            case SERVICEBUS -> serviceBus(port, directory, asked);
            case KAFKA -> kafka(port, directory);
        };
    }

    private static LocalBroker serviceBus(int port, DataDirectory directory, LocalOptions asked) throws IOException {
        Path entities = Files.createTempFile("service-bus-", ".json");
        try {
            Entities.writeTo(entities, asked.jobLocks());
            LocalServiceBus bus = LocalServiceBus.start(options -> {
                options.port(port).config(entities).managementPort(0);
                asked.newConnections()
                        .ifPresent(limit -> options.newConnectionLimit(limit.connections(), limit.within()));
                asked.attachLatency().ifPresent(latency -> options.attachLatency(latency::next));
                if (directory.isKept()) {
                    options.dataDirectory(directory.serviceBus());
                }
            });
            return new LocalBroker(
                    StackBroker.SERVICEBUS,
                    bus.connectionString(),
                    Map.of(
                            "messaging.broker",
                            StackBroker.SERVICEBUS.setting(),
                            "spring.cloud.azure.servicebus.connection-string",
                            bus.connectionString(),
                            "messaging.servicebus.emulator-management-port",
                            Integer.toString(bus.managementPort()),
                            // The emulator's limit, see deploy/service-bus.
                            "messaging.promise.min-retention",
                            "1h",
                            "messaging.promise.min-deliveries",
                            "10"),
                    bus);
        } finally {
            Files.delete(entities);
        }
    }

    private static LocalBroker kafka(int port, DataDirectory directory) {
        LocalKafka kafka = LocalKafka.start(options -> {
            options.port(port);
            if (directory.isKept()) {
                options.dataDirectory(directory.kafka());
            }
        });
        return new LocalBroker(
                StackBroker.KAFKA,
                kafka.bootstrapServers(),
                Map.of(
                        "messaging.broker",
                        StackBroker.KAFKA.setting(),
                        "messaging.kafka.bootstrap-servers",
                        kafka.bootstrapServers(),
                        // There is only one broker.
                        "messaging.promise.min-replicas",
                        "1",
                        "messaging.promise.min-insync-replicas",
                        "1"),
                kafka);
    }

    @Override
    public void close() throws Exception {
        running.close();
    }
}
