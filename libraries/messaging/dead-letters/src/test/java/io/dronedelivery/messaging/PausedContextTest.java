package io.dronedelivery.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Spring's cache of test contexts pauses the one that is not in use. */
class PausedContextTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);
    private static final String CHANNEL = "paused-contexts";

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(options -> options.topic(
            CHANNEL, topic -> topic.subscription("readers", subscription -> subscription.requiresSession(true))));

    /** A service that publishes and consumes. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = ReactiveHttpClientAutoConfiguration.class)
    static class Service {

        private final Queue<String> handled = new ConcurrentLinkedQueue<>();

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        EventSubscription readers() {
            return EventSubscription.of(CHANNEL, "readers")
                    .on("Written", 1, event -> Mono.fromRunnable(() -> handled.add(event.getId())));
        }
    }

    @Test
    void on_kafka_a_context_that_has_paused_publishes_and_consumes() {
        publishesAndConsumesAfterAPause(
                Map.of("messaging.broker", "kafka", "messaging.kafka.bootstrap-servers", KAFKA.bootstrapServers()));
    }

    @Test
    void on_service_bus_a_context_that_has_paused_publishes_and_consumes() {
        publishesAndConsumesAfterAPause(Map.of(
                "messaging.broker",
                "servicebus",
                "spring.cloud.azure.servicebus.connection-string",
                BUS.connectionString(),
                "messaging.servicebus.emulator-connection-limit",
                0));
    }

    private static void publishesAndConsumesAfterAPause(Map<String, Object> broker) {
        Map<String, Object> all = new HashMap<>(broker);
        all.put("messaging.dispatch.sinks", "broker");
        all.put("spring.main.banner-mode", "off");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Service.class)
                .web(WebApplicationType.NONE)
                .properties(all)
                .run()) {
            Queue<String> handled = context.getBean(Service.class).handled;
            dispatch(context, "before");
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(handled).containsExactly("before"));

            context.pause();
            context.restart();

            dispatch(context, "after");
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(handled).containsExactly("before", "after"));
        }
    }

    private static void dispatch(ConfigurableApplicationContext context, String id) {
        try (Admission admission = context.getBean(BoundedDispatcher.class).admit(1)) {
            admission.dispatch(List.of(event(id))).block(TIMEOUT);
        }
    }

    private static OutboundEvent event(String id) {
        return new OutboundEvent(
                CHANNEL,
                CloudEventBuilder.v1()
                        .withId(id)
                        .withSource(URI.create("/test"))
                        .withType("Written")
                        .withDataSchema(SchemaVersion.uri("Written", 1))
                        .withData("application/json", "{}".getBytes(StandardCharsets.UTF_8))
                        .withExtension(EventAttributes.PARTITION_KEY, "p-1")
                        .build());
    }
}
