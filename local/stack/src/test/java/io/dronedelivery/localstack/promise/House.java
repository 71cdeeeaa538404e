package io.dronedelivery.localstack.promise;

import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.option.Broker;
import io.dronedelivery.localstack.run.FreePorts;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.util.FileSystemUtils;

/**
 * The whole house with every part in a JVM of its own. The stores, which are nobody's promise here, live on: PostgreSQL in its own
 * processes, the local Cosmos DB in this JVM.
 */
final class House implements AutoCloseable {

    private final Path directory;
    private final Map<Part, Integer> ports = new EnumMap<>(Part.class);
    private final Map<Part, PartProcess> parts = new EnumMap<>(Part.class);
    private final DataDirectory files = DataDirectory.temporary();
    private final LocalPostgres postgres;
    private final LocalCosmos cosmos;
    private final Brokers broker;
    private final Trust trust;
    private final Thread whenTheTestsAreStopped = new Thread(this::leaveNothingRunning, "stop the house");

    private House(Broker kind, Path directory) throws IOException, SQLException, InterruptedException {
        this.directory = directory;
        choosePorts();
        postgres = LocalPostgres.start(files, 0, 0, System.out::println);
        trust = Trust.start();
        cosmos = LocalCosmos.start(options -> options.partitions(3));
        broker = Brokers.of(kind, ports.get(Part.BROKER), directory);
        for (Part part : Part.values()) {
            parts.put(part, part == Part.BROKER ? broker.process() : application(part));
        }
        Runtime.getRuntime().addShutdownHook(whenTheTestsAreStopped);
    }

    /**
     * Starts everything.
     *
     * @param directory for logs, which stay, and the broker's files; emptied first
     */
    static House start(Broker kind, Path directory) throws IOException, SQLException, InterruptedException {
        FileSystemUtils.deleteRecursively(directory);
        House house = new House(kind, Files.createDirectories(directory).toAbsolutePath());
        try {
            house.startAll();
            return house;
        } catch (IOException | RuntimeException | AssertionError failure) {
            house.close();
            throw failure;
        }
    }

    PartProcess part(Part part) {
        return parts.get(part);
    }

    Brokers broker() {
        return broker;
    }

    Path directory() {
        return directory;
    }

    String url(Part part) {
        return "http://localhost:" + ports.get(part);
    }

    /** What every call has: names and values, one after the other. */
    String[] headers() {
        return trust.headers();
    }

    /** A connection to the database of the invoices. */
    Connection database() throws SQLException {
        return postgres.connect();
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(whenTheTestsAreStopped);
        stopEverything();
    }

    private void stopEverything() throws IOException {
        parts.values().forEach(PartProcess::close);
        cosmos.close();
        trust.close();
        postgres.close();
        files.close();
    }

    /** PostgreSQL and the parts are processes of their own, and would outlive a build that is broken off. */
    private void leaveNothingRunning() {
        try {
            stopEverything();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void startAll() throws IOException {
        parts.get(Part.BROKER).start();
        parts.get(Part.BROKER).awaitReady();
        for (Part part : Part.values()) {
            if (part != Part.BROKER) {
                parts.get(part).start();
            }
        }
        awaitReady();
    }

    /** Returns when all parts take requests. */
    void awaitReady() {
        parts.values().forEach(PartProcess::awaitReady);
    }

    private PartProcess application(Part part) {
        Map<String, String> settings = new LinkedHashMap<>(common(part));
        settings.putAll(
                switch (part) {
                    case GATEWAY ->
                        Map.of(
                                "gateway.backends.delivery.base-url", url(Part.DELIVERY_SERVICE),
                                "gateway.backends.drone.base-url", url(Part.DRONE_SERVICE),
                                "gateway.backends.invoice.base-url", url(Part.INVOICE_SERVICE));
                    case DELIVERY_SERVICE -> deliverySettings();
                    case DRONE_SERVICE -> cosmosSettings("flights");
                    case INVOICE_SERVICE ->
                        Map.of(
                                "invoice.database.host",
                                "localhost",
                                "invoice.database.port",
                                Integer.toString(postgres.port()),
                                "invoice.database.name",
                                LocalPostgres.NAME,
                                "invoice.database.username",
                                LocalPostgres.NAME);
                    case BROKER -> throw new IllegalArgumentException("the broker is no application");
                });
        if (part != Part.GATEWAY) {
            settings.putAll(broker.settings());
        }
        settings.putAll(trust.settings());
        settings.putAll(Form.ASKED_FOR.settings(part));
        List<String> mainAndArguments = new ArrayList<>(List.of(part.mainClass()));
        settings.forEach((name, value) -> mainAndArguments.add("--" + name + "=" + value));
        String health = url(part) + "/actuator/health";
        return new PartProcess(
                part.label(),
                "192m",
                mainAndArguments,
                directory.resolve(part.label() + ".log"),
                () -> Http.get(health).status() > 0);
    }

    /** No audit begins by itself, and mends what a test would find; one that is asked for leaves nothing to the next one. */
    private Map<String, String> deliverySettings() {
        Map<String, String> settings = cosmosSettings("deliveries");
        settings.put("delivery.reconciliation.interval", "0s");
        settings.put("delivery.reconciliation.settling-time", "0s");
        settings.put("delivery.reconciliation.look-interval", "2s");
        return settings;
    }

    private Map<String, String> common(Part part) {
        return Map.of(
                "server.port",
                Integer.toString(ports.get(part)),
                "server.address",
                "127.0.0.1",
                // Beside the API, so that a part has one port.
                "management.server.port",
                "",
                "spring.main.banner-mode",
                "off",
                "spring.autoconfigure.exclude",
                part.application().orElseThrow().exclusions());
    }

    private Map<String, String> cosmosSettings(String container) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spring.cloud.azure.cosmos.endpoint", cosmos.endpoint());
        settings.put("spring.cloud.azure.cosmos.key", cosmos.key());
        settings.put("cosmos.containers." + container + ".create-if-missing", "true");
        return settings;
    }

    /** A part that comes back has to be where it was. */
    private void choosePorts() throws IOException {
        List<Integer> free = FreePorts.several(Part.values().length);
        for (Part part : Part.values()) {
            ports.put(part, free.get(part.ordinal()));
        }
    }
}
