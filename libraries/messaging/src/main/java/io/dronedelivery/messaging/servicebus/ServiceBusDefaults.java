package io.dronedelivery.messaging.servicebus;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * What the SDK and Reactor are told before their classes load, when the broker is Service Bus. What the application, or who starts the JVM, sets
 * wins.
 */
final class ServiceBusDefaults implements EnvironmentPostProcessor {

    static final String ELASTIC_THREADS = "reactor.schedulers.defaultBoundedElasticSize";

    /** Of classes that log each transfer, or warn whenever a consumer takes or gives up a session, and of each look where nothing waits. */
    private static final Map<String, Object> LEVELS = Map.of(
            "logging.level.com.azure.core.amqp.implementation.MessageFlux", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusMessageBatch", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusMessageSerializer", "error",
            "logging.level.com.azure.messaging.servicebus.ServiceBusSenderAsyncClient", "warn");

    /**
     * A lane takes one to settle, eight subscriptions have eight lanes each. Those that have nothing to do end. By itself Reactor has ten for each
     * processor: on two too few for three subscriptions.
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
