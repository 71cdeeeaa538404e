package io.dronedelivery.messaging.servicebus;

import static io.dronedelivery.messaging.servicebus.ServiceBusConsumersTest.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** What a dead letter says about itself may come from an event's data, and not every text can be sent. */
class DeadLetterTextTest {

    private static final Duration WAIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.topic(
            "moves", t -> t.subscription("depot", s -> s.requiresSession(true).maxDeliveryCount(100))));

    @Test
    void an_event_goes_to_the_dead_letters_though_its_description_has_half_of_a_character() {
        Map<String, String> complaints =
                Map.of("written", "There is no parcel '\ud83d'", "cut", "x".repeat(4095) + "\ud83d\udce6");
        EventSubscription moves = EventSubscription.of("moves", "depot")
                .on(
                        "ParcelMoved",
                        1,
                        event -> Mono.error(
                                new InvalidEventException(Objects.requireNonNull(complaints.get(event.getId())))));
        try (ConfigurableApplicationContext application = ServiceBusApplication.start(
                BUS.connectionString(), Map.of("messaging.promise.check", "off"), List.of(moves))) {
            EventPublisher publisher = application.getBean(EventPublisher.class);
            complaints
                    .keySet()
                    .forEach(id -> publisher.publish(event("moves", id)).block(WAIT));

            await().atMost(WAIT)
                    .untilAsserted(() -> assertThat(BUS.stats()
                                    .entity("moves/subscriptions/depot")
                                    .deadLettered())
                            .isEqualTo(2));
        }
        assertThat(descriptions()).containsExactlyInAnyOrder("There is no parcel '?'", "x".repeat(4095));
    }

    private static List<String> descriptions() {
        try (ServiceBusReceiverClient receiver = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString())
                .receiver()
                .topicName("moves")
                .subscriptionName("depot")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .buildClient()) {
            return receiver.peekMessages(10).stream()
                    .map(ServiceBusReceivedMessage::getDeadLetterErrorDescription)
                    .toList();
        }
    }
}
