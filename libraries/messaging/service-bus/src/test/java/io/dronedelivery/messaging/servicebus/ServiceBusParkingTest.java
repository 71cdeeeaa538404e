package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** What Service Bus has in addition to the contract of all brokers: lanes that keys share, and its count of deliveries. */
class ServiceBusParkingTest {

    private static final Duration WAIT = Duration.ofSeconds(45);
    private static final Lanes LANES = new Lanes(8);
    private static final String STUCK = "stuck";

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> Stream.of("lanes", "deliveries")
            .forEach(topic -> o.topic(
                    topic,
                    t -> t.subscription("depot", s -> s.requiresSession(true).maxDeliveryCount(100)))));

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private int others;

    @Test
    void other_keys_of_a_lane_wait_for_an_event_that_never_ends_only_until_it_is_parked() {
        String neighbour = keys().filter(key -> LANES.of(key).equals(LANES.of(STUCK)))
                .findFirst()
                .orElseThrow();
        RetryProperties.Parking second = new RetryProperties.Parking(Duration.ofSeconds(1), 1_000_000, 1_000);
        try (ConfigurableApplicationContext application = start("lanes", second)) {
            EventPublisher publisher = application.getBean(EventPublisher.class);
            publisher.publish(event("lanes", STUCK)).block(WAIT);
            publisher.publish(event("lanes", neighbour)).block(WAIT);

            publishOthersUntil("lanes", publisher, () -> handled.contains(neighbour));
        }
        assertThat(deadLetters("lanes")).singleElement().satisfies(letter -> {
            assertThat(letter.getDeadLetterReason()).isEqualTo("Parked");
            assertThat(letter.getDeadLetterErrorDescription()).contains("The map is away");
        });
    }

    @Test
    void the_brokers_count_of_deliveries_shortens_the_time_of_an_event_that_alone_fails() {
        // A minute, and six seconds from the second delivery on.
        RetryProperties.Parking minute = new RetryProperties.Parking(Duration.ofMinutes(1), 1_000_000, 1);
        try (ConfigurableApplicationContext first = start("deliveries", minute)) {
            first.getBean(EventPublisher.class)
                    .publish(event("deliveries", STUCK))
                    .block(WAIT);
            await().atMost(WAIT).until(() -> handled.contains(STUCK));
        }

        try (ConfigurableApplicationContext second = start("deliveries", minute)) {
            EventPublisher publisher = second.getBean(EventPublisher.class);
            publishOthersUntil(
                    "deliveries", publisher, () -> !deadLetters("deliveries").isEmpty());
        }
        // What the first application leaves as it closes may be delivered to it once more before its link is gone.
        String description = deadLetters("deliveries").get(0).getDeadLetterErrorDescription();
        assertThat(description).containsPattern("[12] earlier deliveries");
        assertThat(Duration.parse(description.substring(0, description.indexOf(' '))))
                .isBetween(Duration.ofSeconds(6), WAIT);
    }

    private void publishOthersUntil(String channel, EventPublisher publisher, Callable<Boolean> enough) {
        List<String> elsewhere = keys().filter(key -> !LANES.of(key).equals(LANES.of(STUCK)))
                .limit(10)
                .toList();
        await().atMost(WAIT).pollInterval(Duration.ofMillis(20)).until(() -> {
            publisher
                    .publish(event(channel, elsewhere.get(others++ % elsewhere.size())))
                    .block(WAIT);
            return enough.call();
        });
    }

    private static Stream<String> keys() {
        return IntStream.range(0, 1_000).mapToObj(n -> "key-" + n);
    }

    private ConfigurableApplicationContext start(String channel, RetryProperties.Parking parking) {
        EventHandler handler = event -> {
            handled.add(event.getId());
            return event.getId().equals(STUCK)
                    ? Mono.error(new DependencyUnavailableException("The map is away", new Exception()))
                    : Mono.empty();
        };
        return ServiceBusApplication.start(
                BUS.connectionString(),
                Map.of("messaging.promise.check", "off"),
                new RetryProperties(
                        1,
                        Duration.ofMillis(5),
                        Duration.ofMillis(50),
                        Duration.ofMinutes(1),
                        parking,
                        RetryProperties.Breaker.DEFAULT),
                List.of(EventSubscription.of(channel, "depot").on("ParcelMoved", 1, handler)));
    }

    private static OutboundEvent event(String channel, String key) {
        CloudEvent event = CloudEventBuilder.v1()
                .withId(key)
                .withSource(URI.create("/depot"))
                .withType("ParcelMoved")
                .withDataSchema(SchemaVersion.uri("ParcelMoved", 1))
                .withData("application/json", "{}".getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, key)
                .build();
        return new OutboundEvent(channel, event);
    }

    private static List<ServiceBusReceivedMessage> deadLetters(String channel) {
        try (ServiceBusReceiverClient receiver = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString())
                .receiver()
                .topicName(channel)
                .subscriptionName("depot")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .buildClient()) {
            return receiver.peekMessages(10).stream().toList();
        }
    }
}
