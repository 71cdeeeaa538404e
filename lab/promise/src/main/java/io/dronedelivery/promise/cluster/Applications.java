package io.dronedelivery.promise.cluster;

import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.localstack.store.LocalPostgres;
import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class Applications {

    private static final int LEAST_STATUS = 100;

    private final ClusterPlan plan;
    private final Path directory;
    private final Map<String, String> brokerSettings;
    private final Map<String, String> trustSettings;
    private final Stores stores;
    private final Map<ClusterPart, List<Integer>> ports = new EnumMap<>(ClusterPart.class);
    private final Map<ClusterPart, List<Integer>> proxies = new EnumMap<>(ClusterPart.class);

    Applications(
            ClusterPlan plan,
            Path directory,
            Map<String, String> brokerSettings,
            Map<String, String> trustSettings,
            Stores stores) {
        this.plan = plan;
        this.directory = directory;
        this.brokerSettings = brokerSettings;
        this.trustSettings = trustSettings;
        this.stores = stores;
    }

    /** Where the stores are called. */
    record Stores(String cosmosEndpoint, String cosmosKey, int postgresPort) {}

    /** An instance of a service is there; the gateways, which are made later, call it there. */
    void isAt(ClusterPart part, int port, int proxy) {
        ports.computeIfAbsent(part, added -> new ArrayList<>()).add(port);
        proxies.computeIfAbsent(part, added -> new ArrayList<>()).add(proxy);
    }

    ServiceInstance instance(ClusterPart part, int number, int port) throws IOException {
        String name = ServiceInstance.nameOf(part, number);
        Map<String, String> settings = common(part, port);
        settings.putAll(settings(part, number));
        settings.putAll(trustSettings);
        settings.putAll(plan.form().settings(part));
        if (part != ClusterPart.GATEWAY) {
            settings.putAll(plan.told());
        }
        List<String> mainAndArguments = new ArrayList<>(List.of(part.mainClass()));
        settings.forEach((key, value) -> mainAndArguments.add("--" + key + "=" + value));
        String health = "http://localhost:" + port + "/actuator/health";
        PartCommand command = new PartCommand("192m", clock(name), otherClasses(part, number), mainAndArguments);
        Jvm jvm = new Jvm(name, command.arguments(), directory.resolve(name + ".log"));
        return new ServiceInstance(
                part, number, port, jvm, () -> Http.call("GET", health).status() >= LEAST_STATUS);
    }

    private List<String> clock(String instance) throws IOException {
        Duration moved = plan.clocks().get(instance);
        return moved == null ? List.of() : List.of(MovedClock.argument(moved, directory));
    }

    /** What is before the present version on the class path. */
    private List<Path> otherClasses(ClusterPart part, int number) throws IOException {
        String name = ServiceInstance.nameOf(part, number);
        List<Path> classes = new ArrayList<>();
        List<SourceChange> changes = plan.changes().get(name);
        if (changes != null) {
            classes.add(OtherBuild.of(changes, directory.resolve("builds").resolve(name)));
        }
        if (!plan.otherJars().isEmpty() && part != ClusterPart.GATEWAY && number == plan.instances()) {
            try (Stream<Path> jars = Files.list(Path.of(plan.otherJars()))) {
                jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(classes::add);
            }
        }
        return classes;
    }

    private Map<String, String> settings(ClusterPart part, int number) {
        Map<String, String> settings = new LinkedHashMap<>();
        switch (part) {
            case GATEWAY -> gatewaySettings(number, settings);
            case DELIVERY_SERVICE -> {
                cosmosSettings("deliveries", settings);
                // No audit begins by itself, and mends what a test would find; one that is asked for leaves nothing to
                // the next one.
                settings.put("delivery.reconciliation.interval", "0s");
                settings.put("delivery.reconciliation.settling-time", "0s");
                settings.put("delivery.reconciliation.look-interval", "1s");
                settings.put("delivery.reconciliation.rate", "2000");
                settings.put("delivery.reconciliation.repair-rate", "2000");
                settings.put("delivery.reconciliation.repeat-after", "0s");
            }
            case DRONE_SERVICE -> cosmosSettings("flights", settings);
            case INVOICE_SERVICE -> {
                settings.put("invoice.database.host", "localhost");
                settings.put("invoice.database.port", Integer.toString(stores.postgresPort()));
                settings.put("invoice.database.name", LocalPostgres.NAME);
                settings.put("invoice.database.username", LocalPostgres.NAME);
            }
            case BROKER -> throw new IllegalArgumentException("the broker is no application");
        }
        if (part != ClusterPart.GATEWAY) {
            settings.putAll(brokerSettings);
        }
        return settings;
    }

    private void gatewaySettings(int number, Map<String, String> settings) {
        Map<ClusterPart, List<Integer>> called = number == 1 ? ports : proxies;
        called.forEach((part, places) -> {
            String backend = "gateway.backends." + part.label().replace("-service", "");
            settings.put(backend + ".base-url", "http://localhost:" + places.get(0));
            if (places.size() > 1) {
                settings.put(
                        backend + ".instances.addresses",
                        places.stream().map(place -> "localhost:" + place).collect(Collectors.joining(",")));
            }
        });
    }

    private static Map<String, String> common(ClusterPart part, int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.port", Integer.toString(port));
        settings.put("server.address", "127.0.0.1");
        // Beside the API, so that an instance has one port.
        settings.put("management.server.port", "");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.autoconfigure.exclude", part.exclusions());
        return settings;
    }

    private void cosmosSettings(String container, Map<String, String> settings) {
        settings.put("spring.cloud.azure.cosmos.endpoint", stores.cosmosEndpoint());
        // It would lead past the proxy.
        settings.put("spring.cloud.azure.cosmos.endpoint-discovery-enabled", "false");
        settings.put("spring.cloud.azure.cosmos.key", stores.cosmosKey());
        settings.put("cosmos.containers." + container + ".create-if-missing", "true");
    }
}
