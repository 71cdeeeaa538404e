package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.MeasuredEventPublisher;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.TracedEventPublisher;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.RetentionProperties;
import io.dronedelivery.messaging.settings.SettingsCheck;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/** Service Bus as the broker, when {@code messaging.broker=servicebus}. */
@AutoConfiguration
@ConditionalOnProperty(name = "messaging.broker", havingValue = "servicebus")
@EnableConfigurationProperties({ServiceBusProperties.class, RetryProperties.class, RetentionProperties.class})
public class ServiceBusMessagingAutoConfiguration {

    private static final String SYSTEM = "servicebus";
    private static final int PUMP_THREADS_PER_PROCESSOR = 20;
    private static final Duration SPRING_SHUTDOWN = Duration.ofSeconds(30);
    /** The default of the dead letters' setting, whose module may be absent. */
    private static final Duration PEEK_TIMEOUT = Duration.ofSeconds(10);

    @Bean
    static SubscriptionFunctions subscriptionFunctions(ConfigurableEnvironment environment) {
        return new SubscriptionFunctions(environment);
    }

    @Bean
    static BeanPostProcessor subscriptionDestinations(ConfigurableListableBeanFactory beans) {
        return SubscriptionFunctions.destinations(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    ServiceBusNamespace serviceBusNamespace(Environment environment) {
        return new ServiceBusNamespace(
                environment.getProperty(ServiceBusNamespace.CONNECTION_STRING),
                environment.getProperty(ServiceBusNamespace.NAMESPACE));
    }

    @Bean
    SenderPool serviceBusSenderPool(ServiceBusProperties properties, ServiceBusNamespace namespace) {
        return new SenderPool(
                properties.connections(),
                properties.send().timeout(),
                () -> namespace.newConnection(properties.send().timeout()));
    }

    @Bean
    ServiceBusSenders serviceBusSenders(SenderPool pool) {
        return new ServiceBusSenders(pool);
    }

    @Bean
    EventPublisher eventPublisher(
            ServiceBusProperties properties,
            SenderPool pool,
            ObjectProvider<MessageSpans> spans,
            ObjectProvider<MeterRegistry> registry) {
        return TracedEventPublisher.of(
                new MeasuredEventPublisher(
                        new ServiceBusEventPublisher(properties, pool), SYSTEM, registryOf(registry)),
                orNone(spans));
    }

    @Bean
    MeterBinder serviceBusConnectionMeters(SenderPool pool) {
        return registry -> {
            String name = "messaging.servicebus.connections.";
            Gauge.builder(name + "open", pool, p -> p.connections().open())
                    .description("Connections that events are sent through")
                    .register(registry);
            FunctionCounter.builder(name + "opened", pool, p -> p.connections().opened())
                    .description("Connections that were opened since the start")
                    .register(registry);
            Gauge.builder(name + "in-flight", pool, SenderPool::inFlight)
                    .description("Transfers that the broker has not confirmed yet")
                    .register(registry);
        };
    }

    @Bean
    MeterBinder serviceBusConsumerMeters(ObjectProvider<EventConsumer> consumers) {
        return registry -> consumers.forEach(consumer -> Gauge.builder(
                        "messaging.consumer.oldest.age",
                        consumer,
                        c -> c.oldestAge().toMillis() / 1000.0)
                .description("Seconds since the oldest event was published that waits, or is in work;"
                        + " alert from a quarter of an hour on")
                .tag("messaging.destination.name", consumer.subscription().channel())
                .tag("messaging.consumer.group.name", consumer.subscription().group())
                .register(registry));
    }

    @Bean
    PeekConnection serviceBusPeekConnection(ServiceBusNamespace namespace, Environment environment) {
        Duration timeout = Binder.get(environment)
                .bind("messaging.dead-letters.timeout", Duration.class)
                .orElse(PEEK_TIMEOUT);
        return new PeekConnection(() -> namespace.newConnection(timeout));
    }

    @Bean
    Processors serviceBusProcessors() {
        return new Processors();
    }

    @Bean
    ServiceBusConsumers serviceBusConsumers(
            ObjectProvider<EventConsumer> consumers,
            Processors processors,
            PeekConnection peeking,
            ServiceBusProperties properties,
            ObjectProvider<MeterRegistry> registry) {
        return new ServiceBusConsumers(
                consumers.orderedStream().toList(),
                processors,
                new StallDetector(new IdleProbe(peeking), processors, properties.consumer(), registryOf(registry)),
                properties.consumer());
    }

    @Bean
    BrokerRetention serviceBusRetention(
            ObjectProvider<EventSubscription> subscriptions,
            ServiceBusNamespace namespace,
            ServiceBusProperties properties,
            RetentionProperties needed) {
        return new EntityRetention(subscriptions.orderedStream().toList(), namespace, properties, needed);
    }

    @Bean
    SettingsCheck serviceBusSettings(
            ServiceBusProperties properties,
            RetryProperties retry,
            ServiceBusNamespace namespace,
            ObjectProvider<EventSubscription> subscriptions,
            Environment environment) {
        ServiceBusSettings.Surroundings surroundings = new ServiceBusSettings.Surroundings(
                (int) subscriptions.stream().count(),
                Queues.SMALL_BUFFER_SIZE,
                // The same default as in the SDK's ReceiversPumpingScheduler.
                Integer.getInteger(
                        "com.azure.core.amqp.receiversPumpingThreadPoolMaxSize",
                        PUMP_THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()),
                Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
                environment.getProperty(
                        "spring.lifecycle.timeout-per-shutdown-phase", Duration.class, SPRING_SHUTDOWN));
        return new ServiceBusSettings(properties, retry, namespace, surroundings);
    }

    static MeterRegistry registryOf(ObjectProvider<MeterRegistry> registry) {
        return registry.getIfAvailable(() -> Metrics.globalRegistry);
    }

    static MessageSpans orNone(ObjectProvider<MessageSpans> spans) {
        return spans.getIfAvailable(() -> MessageSpans.none(SYSTEM));
    }
}
