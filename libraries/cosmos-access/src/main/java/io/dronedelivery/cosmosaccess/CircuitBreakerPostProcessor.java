package io.dronedelivery.cosmosaccess;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Switches on the SDK's circuit breaker of partitions with {@code cosmos.partition-circuit-breaker}. The SDK only reads it from a system
 * property or an environment variable. The variable takes precedence here, because it can also set the number of failures.
 */
final class CircuitBreakerPostProcessor implements EnvironmentPostProcessor, Ordered {

    static final String SWITCH = "COSMOS.PARTITION_LEVEL_CIRCUIT_BREAKER_CONFIG";
    private static final String ON = "{\"isPartitionLevelCircuitBreakerEnabled\":true}";

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.getProperty("cosmos.partition-circuit-breaker", Boolean.class, false)
                && System.getProperty(SWITCH) == null
                && System.getenv(SWITCH) == null) {
            System.setProperty(SWITCH, ON);
        }
    }
}
