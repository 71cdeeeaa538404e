package io.dronedelivery.messaging.servicebus;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Sets log levels of SDK classes that log each transfer, or warn whenever a consumer takes or gives up a session. Levels that the application sets win. */
final class QuietSdk implements EnvironmentPostProcessor {

    private static final Map<String, Object> LEVELS = Map.of(
            "logging.level.com.azure.core.amqp.implementation.MessageFlux", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusMessageBatch", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusSenderAsyncClient", "warn");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if ("servicebus".equalsIgnoreCase(environment.getProperty("messaging.broker"))) {
            environment.getPropertySources().addLast(new MapPropertySource("messaging.servicebus.logging", LEVELS));
        }
    }
}
