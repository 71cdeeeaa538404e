package io.dronedelivery.drone.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.dronedelivery.servicekit.testing.TestTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import reactor.core.publisher.Mono;

/** From the broker through the service to the broker. */
class BrokersTest {

    private static final String TRACE_ID = RequestEvents.TRACE.substring(3, 35);
    private static final String CALLER = RequestEvents.TRACE.substring(36, 52);

    private final Queue<CloudEvent> completed = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void requested_deliveries_come_from_the_broker_and_completed_ones_go_to_it(String broker) {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start();
                RunningService service =
                        DroneService.start(withListener(), TestBroker.start(broker), TestTelemetry.allTo(insights))) {
            EventPublisher publisher = service.bean(EventPublisher.class);
            RequestEvents.of("d-1", "o-17", 3)
                    .forEach(event -> publisher
                            .publish(new OutboundEvent("delivery-requests", event))
                            .retryWhen(TestBroker.PATIENTLY)
                            .block());

            await().untilAsserted(() ->
                    assertThat(completed).extracting(CloudEvent::getId).containsExactly("d-1:completed"));
            assertThat(service.get("/api/dronedeliveries/d-1").get("ownerId").asString())
                    .isEqualTo("o-17");
            await().untilAsserted(() -> assertIsOneTrace(insights));
        }
    }

    /** From the caller's span over the work on the last request, what it asked of the database and published, to the next service. */
    private static void assertIsOneTrace(LocalApplicationInsights insights) {
        List<TelemetryItem.Request> requests = insights.requests().stream()
                .filter(request -> request.context().operationId().equals(TRACE_ID))
                .toList();
        assertThat(requests)
                .extracting(TelemetryItem.Request::name)
                .containsExactlyInAnyOrder(
                        "delivery-requests process",
                        "delivery-requests process",
                        "delivery-requests process",
                        "delivery-requests process",
                        "delivery-completions process");
        assertThat(requests)
                .filteredOn(request -> request.name().startsWith("delivery-requests"))
                .allMatch(request -> request.context().parentId().equals(CALLER));
        TelemetryItem.Dependency publish = insights.dependencies().stream()
                .filter(call -> call.name().equals("delivery-completions publish"))
                .reduce((one, further) -> {
                    throw new AssertionError("published twice: " + one + further);
                })
                .orElseThrow();
        assertThat(requests)
                .anyMatch(request -> request.id().equals(publish.context().parentId()))
                .anyMatch(request -> request.context().parentId().equals(publish.id()));
        assertThat(insights.dependencies())
                .filteredOn(call -> call.name().startsWith("flights."))
                .anyMatch(call -> requests.stream()
                        .anyMatch(request -> request.id().equals(call.context().parentId())));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    /** The service with one subscription more, in the place of the invoice service. */
    private SpringApplicationBuilder withListener() {
        EventSubscription listener = EventSubscription.of("delivery-completions", "invoice-service")
                .on("DeliveryCompleted", 1, event -> Mono.fromRunnable(() -> completed.add(event)));
        return RunningService.with(DroneServiceApplication.builder(), EventSubscription.class, listener);
    }
}
