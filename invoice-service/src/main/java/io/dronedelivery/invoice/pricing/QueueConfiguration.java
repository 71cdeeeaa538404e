package io.dronedelivery.invoice.pricing;

import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.dronedelivery.messaging.settings.SettingsCheck;
import io.dronedelivery.requestreply.kafka.KafkaJobQueue;
import io.dronedelivery.requestreply.kafka.KafkaJobSettings;
import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.requestreply.postgres.PostgresJobQueue;
import io.dronedelivery.requestreply.postgres.PostgresJobSettings;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.servicebus.JobLockCheck;
import io.dronedelivery.requestreply.servicebus.ServiceBusJobQueue;
import io.dronedelivery.requestreply.servicebus.ServiceBusJobSettings;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.r2dbc.OptionsCapableConnectionFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Creates the configured queue. Its broker is that of the service's other messages. */
@Configuration(proxyBeanMethods = false)
class QueueConfiguration {

    private static final String QUEUE = "invoice.pricing.queue";
    private static final String BROKERS = "messaging.kafka.bootstrap-servers";
    private static final Duration TRY_TIMEOUT = Duration.ofSeconds(10);

    @Bean(destroyMethod = "")
    @ConditionalOnProperty(name = QUEUE, havingValue = "memory")
    JobQueue memory(PricingProperties properties) {
        return new MemoryJobQueue(properties.memory().capacity());
    }

    @Bean(destroyMethod = "")
    @ConditionalOnProperty(name = QUEUE, havingValue = "postgres")
    JobQueue postgres(ConnectionFactory invoices, PricingProperties properties) {
        OptionsCapableConnectionFactory configured = OptionsCapableConnectionFactory.unwrapFrom(invoices);
        if (configured == null) {
            throw missing("postgres", "spring.r2dbc.url");
        }
        PricingProperties.Postgres postgres = properties.postgres();
        return new PostgresJobQueue(
                ConnectionFactories.get(configured.getOptions()),
                new PostgresJobSettings("pricing", postgres.capacity(), postgres.lock(), postgres.poll()));
    }

    @Bean(destroyMethod = "")
    @ConditionalOnProperty(name = QUEUE, havingValue = "servicebus")
    JobQueue servicebus(PricingProperties properties, Environment environment) {
        String connectionString = environment.getProperty("spring.cloud.azure.servicebus.connection-string");
        String namespace = environment.getProperty("spring.cloud.azure.servicebus.namespace");
        ServiceBusNamespace bus = new ServiceBusNamespace(connectionString, namespace);
        PricingProperties.Servicebus queues = properties.servicebus();
        return new ServiceBusJobQueue(
                () -> bus.newConnection(TRY_TIMEOUT),
                new ServiceBusJobSettings(queues.requests(), queues.replies(), queues.lockRenewal()));
    }

    @Bean
    @ConditionalOnProperty(name = QUEUE, havingValue = "servicebus")
    SettingsCheck pricingLocks(PricingProperties properties) {
        PricingProperties.Servicebus queues = properties.servicebus();
        return new JobLockCheck(
                "invoice.pricing",
                properties.workers().prefetch(),
                properties.deadline(),
                queues.lockDuration(),
                queues.lockRenewal(),
                queues.expectedHandlerTime());
    }

    @Bean(destroyMethod = "")
    @ConditionalOnProperty(name = QUEUE, havingValue = "kafka")
    JobQueue kafka(PricingProperties properties, Environment environment) {
        String brokers = environment.getProperty(BROKERS, "");
        if (brokers.isBlank()) {
            throw missing("kafka", BROKERS);
        }
        Map<String, Object> clients = new HashMap<>(Binder.get(environment)
                .bind("messaging.kafka.properties", Bindable.mapOf(String.class, String.class))
                .orElseGet(Map::of));
        clients.put("bootstrap.servers", brokers);
        PricingProperties.PricingTopics kafka = properties.kafka();
        return new KafkaJobQueue(new KafkaJobSettings(
                clients, kafka.requests(), kafka.replies(), kafka.partitions(), kafka.replicationFactor()));
    }

    /**
     * Refuses any other value. The conditions above compare values character by character, so {@code service-bus}, which also binds,
     * matches none of them.
     */
    @Bean
    @ConditionalOnPricingQueue
    @ConditionalOnMissingBean
    JobQueue unknown(Environment environment) {
        throw new InvalidConfigurationPropertyValueException(
                QUEUE, environment.getProperty(QUEUE), "It must be none, memory, postgres, servicebus or kafka.");
    }

    private static InvalidConfigurationPropertyValueException missing(String queue, String setting) {
        return new InvalidConfigurationPropertyValueException(
                QUEUE, queue, "It needs " + setting + ", which is not set.");
    }
}
