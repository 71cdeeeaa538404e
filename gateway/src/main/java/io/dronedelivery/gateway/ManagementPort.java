package io.dronedelivery.gateway;

import java.util.Map;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Gives {@code management.server.port} a default beside {@code server.port}: 100 above it, or 100 below where there is no such port. Two
 * gateways on one machine need one setting each then. The port 0 stays 0, any free port.
 */
final class ManagementPort implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String NAME = "management.server.port";
    private static final int USUAL_PORT = 8080;
    private static final int DISTANCE = 100;
    private static final int HIGHEST = 65_535;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        int port;
        try {
            port = Binder.get(environment).bind("server.port", Integer.class).orElse(USUAL_PORT);
        } catch (BindException e) {
            // The server refuses it together with all else that is wrong with its settings.
            return;
        }
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("port beside server.port", Map.of(NAME, beside(port))));
    }

    static int beside(int port) {
        if (port <= 0) {
            return port;
        }
        return port + DISTANCE <= HIGHEST ? port + DISTANCE : port - DISTANCE;
    }
}
