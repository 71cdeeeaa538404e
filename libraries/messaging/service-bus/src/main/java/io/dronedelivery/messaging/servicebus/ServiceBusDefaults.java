package io.dronedelivery.messaging.servicebus;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Sets defaults of the SDK and of Reactor before their classes load, when the broker is Service Bus. Settings of the application or of the
 * JVM's command line take precedence.
 */
final class ServiceBusDefaults implements EnvironmentPostProcessor {

    static final String ELASTIC_THREADS = "reactor.schedulers.defaultBoundedElasticSize";

    /**
     * The log levels of classes that log each transfer, each peek at an empty subscription, or each session that a consumer takes or gives
     * up.
     */
    private static final Map<String, Object> LEVELS = Map.of(
            "logging.level.com.azure.core.amqp.implementation.MessageFlux", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusMessageBatch", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusMessageSerializer", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusSenderAsyncClient", "warn");

    /**
     * A lane needs one thread to settle, and eight subscriptions have eight lanes each. Idle threads end. Reactor's default is ten for each
     * processor, which on two processors is too few for three subscriptions.
     */
    private static final int LEAST_THREADS = 64;

    private static final int THREADS_FOR_EACH_PROCESSOR = 10;

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if ("servicebus".equalsIgnoreCase(environment.getProperty("messaging.broker"))) {
            environment.getPropertySources().addLast(new MapPropertySource("messaging.servicebus.logging", LEVELS));
            if (System.getProperty(ELASTIC_THREADS) == null) {
                System.setProperty(ELASTIC_THREADS, Integer.toString(threads()));
            }
        }
    }

    private static int threads() {
        return Math.max(
                LEAST_THREADS, THREADS_FOR_EACH_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }
}
