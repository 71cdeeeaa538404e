package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A small application that has Service Bus as its broker. It calls nobody over HTTP: a client of Boot's would close reactor-netty's
 * resources, which all tests of the JVM share, at the end of each application.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = ReactiveHttpClientAutoConfiguration.class)
class ServiceBusApplication {

    static final RetryProperties ONE_ATTEMPT =
            new RetryProperties(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(30));

    /** Starts the application with these subscriptions. */
    static ConfigurableApplicationContext start(
            String connectionString, Map<String, Object> properties, List<EventSubscription> subscriptions) {
        return start(connectionString, properties, ONE_ATTEMPT, subscriptions);
    }

    static ConfigurableApplicationContext start(
            String connectionString,
            Map<String, Object> properties,
            RetryProperties retry,
            List<EventSubscription> subscriptions) {
        return start(connectionString, properties, retry, MessageSpans.none("servicebus"), subscriptions);
    }

    static ConfigurableApplicationContext start(
            String connectionString,
            Map<String, Object> properties,
            RetryProperties retry,
            MessageSpans spans,
            List<EventSubscription> subscriptions) {
        Map<String, Object> all = new HashMap<>();
        all.put("spring.main.banner-mode", "off");
        all.put("messaging.broker", "servicebus");
        all.put("spring.cloud.azure.servicebus.connection-string", connectionString);
        all.put("messaging.servicebus.emulator-connection-limit", 0);
        all.put("messaging.retry.attempts", retry.attempts());
        all.put("messaging.retry.first-backoff", retry.firstBackoff().toString());
        all.put("messaging.retry.max-backoff", retry.maxBackoff().toString());
        all.put("messaging.retry.call-timeout", retry.callTimeout().toString());
        all.put("messaging.retry.parking.after", retry.parking().after().toString());
        all.put("messaging.retry.parking.attempts", retry.parking().attempts());
        all.put("messaging.retry.parking.deliveries", retry.parking().deliveries());
        all.put(
                "messaging.retry.parking.standstill",
                retry.parking().standstill().toString());
        all.put(
                "messaging.retry.parking.unforeseen-standstill",
                retry.parking().unforeseenStandstill().toString());
        all.put("messaging.retry.breaker.failures", retry.breaker().failures());
        all.put(
                "messaging.retry.breaker.first-pause",
                retry.breaker().firstPause().toString());
        all.put("messaging.retry.breaker.max-pause", retry.breaker().maxPause().toString());
        all.putAll(properties);
        ApplicationContextInitializer<GenericApplicationContext> declare = context -> {
            context.registerBean(MessageSpans.class, () -> spans);
            for (int i = 0; i < subscriptions.size(); i++) {
                EventSubscription subscription = subscriptions.get(i);
                context.registerBean("subscription" + i, EventSubscription.class, () -> subscription);
            }
        };
        return new SpringApplicationBuilder(ServiceBusApplication.class)
                .web(WebApplicationType.NONE)
                .initializers(declare)
                .properties(all)
                .run();
    }
}
