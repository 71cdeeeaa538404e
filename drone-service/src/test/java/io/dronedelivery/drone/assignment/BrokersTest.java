package io.dronedelivery.drone.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.testing.RunningService;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;

/** From the broker through the service to the broker. */
class BrokersTest {

    private final Queue<CloudEvent> completed = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void requested_deliveries_come_from_the_broker_and_completed_ones_go_to_it(String broker) {
        try (RunningService service =
                RunningService.start(withListener(), "flights", "/ownerId", o -> o, TestBroker.start(broker))) {
            EventPublisher publisher = service.bean(EventPublisher.class);
            RequestEvents.of("d-1", "o-17", 3).forEach(event -> publisher
                    .publish(new OutboundEvent("delivery-requests", event))
                    .block());

            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(completed)
                    .extracting(CloudEvent::getId)
                    .containsExactly("d-1:completed"));
            assertThat(service.get("/api/dronedeliveries/d-1").get("ownerId").asText())
                    .isEqualTo("o-17");
        }
    }

    /** The service with one subscription more, in the place of the invoice service. */
    private SpringApplicationBuilder withListener() {
        EventSubscription listener = EventSubscription.of("delivery-completions", "invoice-service")
                .on("DeliveryCompleted", 1, event -> Mono.fromRunnable(() -> completed.add(event)));
        return DroneServiceApplication.builder().initializers(context -> ((GenericApplicationContext) context)
                .registerBean("listener", EventSubscription.class, () -> listener));
    }
}
