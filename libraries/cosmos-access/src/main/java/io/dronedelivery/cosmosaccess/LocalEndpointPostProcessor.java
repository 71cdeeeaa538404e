package io.dronedelivery.cosmosaccess;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Lets the SDK use plain HTTP for a stand-in on this machine, and for other machines only with {@code cosmos.allow-plain-http}. The SDK
 * reads these settings once, when its classes are loaded, so they are set before any bean exists. No stand-in supports direct mode, so
 * gateway mode becomes the default.
 */
final class LocalEndpointPostProcessor implements EnvironmentPostProcessor, Ordered {

    static final String ALLOW_PLAIN_HTTP = "cosmos.allow-plain-http";

    private static final String ENDPOINT = "spring.cloud.azure.cosmos.endpoint";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Map<String, String> FOR_THE_SDK = Map.of(
            "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true",
            "COSMOS.DISABLE_IMDS_ACCESS", "true");

    private final Log log;

    LocalEndpointPostProcessor(DeferredLogFactory logFactory) {
        this.log = logFactory.getLog(LocalEndpointPostProcessor.class);
    }

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (!isStandIn(environment)) {
            return;
        }
        FOR_THE_SDK.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "localCosmosEndpoint", Map.of("spring.cloud.azure.cosmos.connection-mode", "gateway")));
        log.info("Cosmos DB is a stand-in at " + environment.getProperty(ENDPOINT)
                + ": plain HTTP is allowed, gateway mode is the default");
    }

    /** Whether the endpoint uses plain HTTP, and is allowed to. */
    static boolean isStandIn(Environment environment) {
        String endpoint = environment.getProperty(ENDPOINT);
        return isPlainHttpOnLoopback(endpoint)
                || (endpoint != null
                        && endpoint.startsWith("http://")
                        && environment.getProperty(ALLOW_PLAIN_HTTP, Boolean.class, false));
    }

    private static boolean isPlainHttpOnLoopback(@Nullable String endpoint) {
        if (endpoint == null || !endpoint.startsWith("http://")) {
            return false;
        }
        try {
            String host = URI.create(endpoint).getHost();
            return host != null && LOOPBACK.contains(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
