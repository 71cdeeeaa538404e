package io.dronedelivery.messaging.servicebus;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** The SDK tells of every transfer, and warns of every lane that a consumer takes and gives up; levels that the application sets win. */
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
