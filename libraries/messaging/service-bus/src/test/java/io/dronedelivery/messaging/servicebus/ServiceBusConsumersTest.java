package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

class ServiceBusConsumersTest {

    private static final Duration WAIT = Duration.ofSeconds(45);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> {
        // The SDK's engine sometimes fails while its client is closed, and leaves a socket that nobody serves any more.
        o.idleTimeout(Duration.ofSeconds(10));
        Stream.of("moves", "stops")
                .forEach(topic -> o.topic(
                        topic,
                        t -> t.subscription(
                                "depot", s -> s.requiresSession(true).maxDeliveryCount(100))));
    });

    /** What would be two minutes is a second. */
    static final Map<String, Object> QUICK = Map.of(
            "messaging.servicebus.consumer.watchdog", "1s",
            "messaging.servicebus.consumer.session-idle-timeout", "200ms");

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    private EventSubscription subscription(String channel) {
        return EventSubscription.of(channel, "depot").on("ParcelMoved", 1, event -> {
            handled.add(event.getId());
            return Mono.empty();
        });
    }

    static OutboundEvent event(String channel, String id) {
        CloudEvent event = CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("/depot"))
                .withType("ParcelMoved")
                .withDataSchema(SchemaVersion.uri("ParcelMoved", 1))
                .withData("application/json", "{}".getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, id)
                .build();
        return new OutboundEvent(channel, event);
    }

    @Test
    void a_consumer_that_has_gone_silent_is_started_anew() {
        EventSubscription moves = subscription("moves");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Metrics.addRegistry(meters);
        try (ConfigurableApplicationContext application =
                ServiceBusApplication.start(BUS.connectionString(), QUICK, List.of(moves))) {
            EventPublisher publisher = application.getBean(EventPublisher.class);
            publisher.publish(event("moves", "before")).block(WAIT);
            await().atMost(WAIT).until(() -> handled.contains("before"));

            // What it looks like when the SDK stops without a word.
            Objects.requireNonNull(application.getBean(Processors.class).of(moves))
                    .close();
            publisher.publish(event("moves", "after")).block(WAIT);

            await().atMost(WAIT).until(() -> handled.contains("after"));
            await().atMost(WAIT)
                    .until(() -> meters
                            .find("messaging.servicebus.restarts")
                            .tag("messaging.destination.name", "moves")
                            .counters()
                            .stream()
                            .anyMatch(restarts -> restarts.count() > 0));
        } finally {
            Metrics.removeRegistry(meters);
        }
    }

    @Test
    void a_consumer_that_ends_is_not_started_anew() {
        EventSubscription moves = subscription("moves");
        try (ConfigurableApplicationContext application =
                ServiceBusApplication.start(BUS.connectionString(), Map.of(), List.of(moves))) {
            Processors processors = application.getBean(Processors.class);
            processors.close(moves);

            assertThat(processors.restart(moves, () -> false, () -> {})).isFalse();
            assertThat(Objects.requireNonNull(processors.of(moves)).isRunning()).isFalse();
        }
    }

    @Test
    void an_application_that_has_ended_has_no_connection_left() {
        int before = BUS.stats().connectionsOpen();
        try (ConfigurableApplicationContext application =
                ServiceBusApplication.start(BUS.connectionString(), Map.of(), List.of(subscription("stops")))) {
            application
                    .getBean(EventPublisher.class)
                    .publish(event("stops", "one"))
                    .block(WAIT);
            await().atMost(WAIT).until(() -> handled.contains("one"));
            assertThat(BUS.stats().connectionsOpen()).isGreaterThan(before);
        }
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(BUS.stats().connectionsOpen()).isEqualTo(before));
    }

    @Test
    void without_service_bus_as_the_broker_nothing_of_it_is_there() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(ServiceBusApplication.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .run()) {
            assertThat(Arrays.stream(application.getBeanDefinitionNames())
                            .map(name -> String.valueOf(application.getType(name))))
                    .noneMatch(type -> type.contains("com.azure")
                            || type.contains("springframework.cloud")
                            || type.contains("springframework.integration")
                            || type.contains("messaging.servicebus.ServiceBus")
                                    && !type.contains("ServiceBusApplication"));
        }
    }
}
