package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.stream.config.BindingProperties;
import org.springframework.cloud.stream.config.BindingServiceProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes a functional bean and a binding of Spring Cloud Stream for every {@link EventSubscription} bean, so that a service declares a
 * subscription once. The function of a subscription bean {@code orders} is named {@code ordersConsumer}, its binding
 * {@code ordersConsumer-in-0}.
 */
record SubscriptionFunctions(ConfigurableEnvironment environment) implements BeanDefinitionRegistryPostProcessor {

    private static final String FUNCTION = "Consumer";
    private static final String INPUT = "-in-0";
    private static final String BINDER = "servicebus";

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        List<String> subscriptions = subscriptions(beans);
        for (String subscription : subscriptions) {
            registry.registerBeanDefinition(
                    subscription + FUNCTION,
                    BeanDefinitionBuilder.rootBeanDefinition(EventConsumer.class, () -> consumer(beans, subscription))
                            .getBeanDefinition());
        }
        configure(subscriptions);
    }

    private static List<String> subscriptions(ConfigurableListableBeanFactory beans) {
        return Arrays.asList(beans.getBeanNamesForType(EventSubscription.class, true, false));
    }

    private static EventConsumer consumer(ConfigurableListableBeanFactory beans, String name) {
        EventSubscription subscription = beans.getBean(name, EventSubscription.class);
        RetryProperties retry = beans.getBean(RetryProperties.class);
        EventProcessor processor = new EventProcessor(
                subscription,
                retry,
                ServiceBusMessagingAutoConfiguration.orNone(beans.getBeanProvider(MessageSpans.class)),
                ServiceBusMessagingAutoConfiguration.registryOf(beans.getBeanProvider(MeterRegistry.class)));
        return new EventConsumer(
                subscription,
                processor,
                retry,
                beans.getBean(ServiceBusProperties.class).consumer().settleTimeout());
    }

    /**
     * Sets our settings as properties of Spring Cloud Stream. They override the application's: other values would lose order or messages.
     */
    private void configure(List<String> subscriptions) {
        ServiceBusProperties.ServiceBusConsumerSettings settings = Binder.get(environment)
                .bindOrCreate("messaging.servicebus", ServiceBusProperties.class)
                .consumer();
        String consumer = "spring.cloud.stream.servicebus.default.consumer.";
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                "spring.cloud.function.definition",
                String.join(
                        ";", subscriptions.stream().map(name -> name + FUNCTION).toList()));
        properties.put("spring.cloud.stream.default-binder", BINDER);
        properties.put(consumer + "auto-complete", false);
        properties.put(consumer + "session-enabled", true);
        properties.put(consumer + "max-concurrent-calls", 1);
        properties.put(consumer + "max-concurrent-sessions", settings.maxConcurrentSessions());
        properties.put(consumer + "prefetch-count", settings.prefetch());
        properties.put(
                consumer + "session-idle-timeout", settings.sessionIdleTimeout().toString());
        properties.put(
                consumer + "max-auto-lock-renew-duration",
                settings.lockRenewal().toString());
        environment.getPropertySources().addFirst(new MapPropertySource("messaging.servicebus", properties));
    }

    /** Gives the bindings the topic and the subscription of each bean. */
    static BeanPostProcessor destinations(ConfigurableListableBeanFactory beans) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String beanName) {
                if (bean instanceof BindingServiceProperties bindings) {
                    subscriptions(beans)
                            .forEach(name -> direct(
                                    bindings, name + FUNCTION + INPUT, beans.getBean(name, EventSubscription.class)));
                }
                return bean;
            }
        };
    }

    private static void direct(BindingServiceProperties bindings, String name, EventSubscription subscription) {
        BindingProperties binding = bindings.getBindingProperties(name);
        binding.setDestination(subscription.channel());
        binding.setGroup(subscription.group());
        // The processor of events does its own retries, and the function does not throw.
        bindings.getConsumerProperties(name).setMaxAttempts(1);
    }
}
