package io.dronedelivery.localstack.run;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localcosmos.LocalCosmosOptions;
import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.sample.DocumentLoader;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The properties by which the applications find the stores, the broker and each other, as an operator would set them.
 *
 * @param insights the connection string of the local Application Insights, or null without one
 * @param issuer the URL of the local issuer, or null without one
 */
record ApplicationSettings(
        LocalOptions options,
        Ports ports,
        ApplicationInstances instances,
        @Nullable String insights,
        @Nullable String issuer) {

    /** Meters of drivers and of the JVM that change all the time. No page reads them, and Prometheus has them. */
    private static final String DRIVERS =
            "kafka.,cosmos.client.,jvm.threads.,jvm.buffer.,jvm.gc.,jvm.compilation.,jvm.classes.,jvm.memory.committed,"
                    + "jvm.memory.max,process.cpu.time,system.load.,disk.";

    /** The command line's arguments that the launcher passes on to all applications. */
    List<String> arguments() {
        return options.passedOn();
    }

    /** @param broker the settings of the broker, for all applications but the gateway */
    Map<String, String> propertiesOf(ApplicationInstance instance, Map<String, String> broker) {
        Application application = instance.application();
        Map<String, String> properties = new LinkedHashMap<>(propertiesOf(application));
        properties.put("server.port", Integer.toString(instance.port()));
        properties.put("management.server.port", Integer.toString(instance.managementPort()));
        properties.putAll(broker);
        if (application != Application.GATEWAY && options.processes().isEmpty()) {
            // The JDK measures the use of the processors since it was last asked: several readers in a JVM would read
            // tiny intervals.
            properties.put("management.metrics.enable.process.cpu.usage", "false");
            properties.put("management.metrics.enable.system.cpu.usage", "false");
        }
        if (dispatches(application)) {
            properties.putAll(messageLog());
        }
        if (insights != null) {
            properties.putAll(telemetry(insights));
            if (application == Application.GATEWAY) {
                properties.put("gateway.door.live-page", url(ports.insights()) + "/");
            }
        }
        if (issuer != null) {
            properties.put("security.issuer", issuer);
            properties.put("security.audience", Issuer.AUDIENCE);
            if (application == Application.GATEWAY) {
                properties.putAll(signInOfSwaggerUi());
            }
        }
        return properties;
    }

    /** The request of swagger-ui's page to the local issuer; the scopes are those that every owner may have. */
    private static Map<String, String> signInOfSwaggerUi() {
        return Map.of(
                "springdoc.swagger-ui.oauth.client-id",
                LocalAuth.SWAGGER_UI,
                "springdoc.swagger-ui.oauth.use-pkce-with-authorization-code-grant",
                "true",
                "springdoc.swagger-ui.oauth.scopes",
                String.join(",", Issuer.SCOPES_OF_OWNERS));
    }

    /**
     * Every trace and the meters that changed, sent every 5 s, because neither costs money locally. Callers may name their user in a
     * header.
     */
    private static Map<String, String> telemetry(String connectionString) {
        return Map.of(
                "applicationinsights.connection.string", connectionString,
                "telemetry.sampling.percentage", "100",
                "telemetry.export.interval", "5s",
                "telemetry.export.repeat", "60s",
                "telemetry.export.without", DRIVERS,
                "gateway.telemetry.user-header", "X-Load-User");
    }

    /**
     * Whether the command line has settings of the dispatcher. They are passed on to all applications, so each of them then has a
     * dispatcher.
     */
    private boolean dispatches(Application application) {
        return application == Application.DELIVERY_SERVICE
                || options.passedOn().stream().anyMatch(argument -> argument.startsWith("--messaging.dispatch."));
    }

    /** The database of the dispatcher's second sink, which is used when {@code messaging.dispatch.sinks} names it. */
    private Map<String, String> messageLog() {
        return Map.of(
                "messaging.dispatch.postgres.url",
                "r2dbc:postgresql://localhost:" + ports.postgres() + "/" + LocalPostgres.NAME,
                "messaging.dispatch.postgres.username",
                LocalPostgres.NAME);
    }

    private Map<String, String> propertiesOf(Application application) {
        return switch (application) {
            case GATEWAY -> gatewaySettings();
            case DELIVERY_SERVICE -> deliverySettings();
            case DRONE_SERVICE -> cosmosSettings(DocumentLoader.FLIGHTS);
            case INVOICE_SERVICE ->
                Map.of(
                        "invoice.database.host",
                        "localhost",
                        "invoice.database.port",
                        Integer.toString(ports.postgres()),
                        "invoice.database.name",
                        LocalPostgres.NAME,
                        "invoice.database.username",
                        LocalPostgres.NAME);
        };
    }

    private Map<String, String> gatewaySettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        // Its callers are on this machine and are trusted.
        settings.put("service-kit.edge.deadlines-from", "loopback");
        settings.put("service-kit.edge.traces-from", "loopback");
        settings.put("springdoc.swagger-ui.enabled", "true");
        settings.put("gateway.forwards.dispatch-messages.enabled", "true");
        settings.put(
                "gateway.limits.gateways",
                Integer.toString(instances.of(Application.GATEWAY).size()));
        settings.putAll(backend("delivery", instances.of(Application.DELIVERY_SERVICE)));
        settings.putAll(backend("drone", instances.of(Application.DRONE_SERVICE)));
        settings.putAll(backend("invoice", instances.of(Application.INVOICE_SERVICE)));
        return settings;
    }

    private static Map<String, String> backend(String name, List<ApplicationInstance> instances) {
        Map<String, String> settings = new LinkedHashMap<>();
        String prefix = "gateway.backends." + name + ".";
        settings.put(prefix + "base-url", instances.get(0).url());
        if (instances.size() > 1) {
            settings.put(
                    prefix + "instances.addresses",
                    instances.stream()
                            .map(instance -> "localhost:" + instance.port())
                            .collect(Collectors.joining(",")));
        }
        return settings;
    }

    private Map<String, String> deliverySettings() {
        Map<String, String> settings = cosmosSettings(DocumentLoader.DELIVERIES);
        settings.put("delivery.dispatch-load.enabled", "true");
        // Audits begin on request alone: the sample data has deliveries that were never flown, and must not change.
        settings.put("delivery.reconciliation.interval", "0s");
        return settings;
    }

    /** Without the throughput: the containers exist already and have it. */
    private Map<String, String> cosmosSettings(String container) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spring.cloud.azure.cosmos.endpoint", url(ports.cosmos()) + "/");
        settings.put("spring.cloud.azure.cosmos.key", LocalCosmosOptions.WELL_KNOWN_KEY);
        settings.put("spring.cloud.azure.cosmos.database", DocumentLoader.DATABASE);
        String prefix = "cosmos.containers." + container + ".";
        settings.put(prefix + "partition-key", options.cosmos().partitionKeyOf(container));
        settings.put(prefix + "parallelism", options.cosmos().parallelism());
        return settings;
    }

    private static String url(int port) {
        return "http://localhost:" + port;
    }
}
