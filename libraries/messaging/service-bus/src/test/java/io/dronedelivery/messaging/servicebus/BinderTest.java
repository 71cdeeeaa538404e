package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.stream.function.StreamBridge;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The Spring Cloud Stream binder of Service Bus, in a small application with functional beans. */
class BinderTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("orders")
            .topic("prices", t -> t.subscription("billing"))
            .queue("poison", q -> q.maxDeliveryCount(3)));

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        static final Queue<String> PRICES = new ConcurrentLinkedQueue<>();

        @Bean
        Function<String, String> price() {
            return order -> "price of " + order;
        }

        @Bean
        Consumer<String> bill() {
            return PRICES::add;
        }

        @Bean
        Consumer<String> fail() {
            return body -> {
                throw new IllegalStateException("cannot handle " + body);
            };
        }
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(Map.ofEntries(
                        Map.entry("spring.main.banner-mode", "off"),
                        // The library excludes what it does not need itself.
                        Map.entry(
                                "messaging.servicebus.keep-auto-configurations",
                                "org.springframework.,com.azure.spring."),
                        Map.entry("logging.level.root", "ERROR"),
                        Map.entry("logging.level.org.springframework.integration", "OFF"),
                        Map.entry("spring.cloud.azure.servicebus.connection-string", BUS.connectionString()),
                        Map.entry("spring.cloud.function.definition", "price;bill;fail"),
                        Map.entry("spring.cloud.stream.bindings.price-in-0.destination", "orders"),
                        Map.entry("spring.cloud.stream.bindings.price-out-0.destination", "prices"),
                        Map.entry("spring.cloud.stream.servicebus.bindings.price-out-0.producer.entity-type", "topic"),
                        Map.entry("spring.cloud.stream.servicebus.bindings.price-out-0.producer.sync", "true"),
                        Map.entry("spring.cloud.stream.bindings.bill-in-0.destination", "prices"),
                        Map.entry("spring.cloud.stream.bindings.bill-in-0.group", "billing"),
                        Map.entry("spring.cloud.stream.bindings.fail-in-0.destination", "poison"),
                        Map.entry("spring.cloud.stream.servicebus.default.producer.entity-type", "queue")))
                .run();
    }

    @Test
    void functional_beans_pass_messages_from_a_queue_over_a_topic_to_a_subscription() {
        try (ConfigurableApplicationContext application = start()) {
            StreamBridge bridge = application.getBean(StreamBridge.class);
            for (int i = 0; i < 10; i++) {
                bridge.send("orders", "order " + i);
            }
            bridge.send("poison", "bad news");
            await().atMost(TIMEOUT).until(() -> Application.PRICES.size() == 10);
            assertThat(Application.PRICES).contains("price of order 0", "price of order 9");
            await().atMost(TIMEOUT)
                    .until(() -> BUS.stats().entity("poison/$deadletterqueue").active() == 1);
            assertThat(BUS.stats().entity("orders").active()).isZero();
        }
    }
}
