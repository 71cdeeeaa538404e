package io.dronedelivery.delivery.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.dronedelivery.servicekit.testing.TestTelemetry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From the caller through the service to the broker, and back from the broker. */
class BrokersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String BODY = """
            {"ownerId":"o-17","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},
             "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":7.5}]}""";

    private final Queue<CloudEvent> announced = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void a_delivery_is_announced_to_the_broker_and_closed_when_it_says_so(String broker) {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start();
                RunningService service = DeliveryService.start(
                        withListener(), TestBroker.start(broker), TestTelemetry.allTo(insights))) {
            String id = accepted(service);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(announced)
                            .extracting(CloudEvent::getId)
                            .contains(id + ":requested", id + ":package:1", id + ":package:2"));
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> assertIsOneTrace(insights));

            CloudEvent completed = completed(id, "o-17");
            assertThat(MessageSchemas.violations(
                            completed.getType(), completed.getData().toBytes()))
                    .isEmpty();
            EventPublisher publisher = service.bean(EventPublisher.class);
            publisher
                    .publish(new OutboundEvent("delivery-completions", completed))
                    .retryWhen(TestBroker.PATIENTLY)
                    .block();
            publisher
                    .publish(new OutboundEvent("delivery-completions", completed))
                    .retryWhen(TestBroker.PATIENTLY)
                    .block();

            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> delivery(service, id).get("status").asString().equals("completed"));
            JsonNode delivery = delivery(service, id);
            assertThat(delivery.get("droneId").asString()).isEqualTo("dr-07");
            assertThat(delivery.get("completedAt").asString()).isEqualTo("2026-11-21T12:30:00Z");
            assertThat(delivery.get("packageCount").asInt()).isEqualTo(2);
            assertThatThrownBy(() -> handler(service)
                            .handle(completed("d-unknown", "o-17"))
                            .block())
                    .isInstanceOf(InvalidEventException.class)
                    .hasMessageContaining("There is no delivery d-unknown of the owner o-17");
        }
    }

    /** From the request over the outbox and the dispatcher to whoever takes the messages. */
    private static void assertIsOneTrace(LocalApplicationInsights insights) {
        List<TelemetryItem.Request> posts = insights.requests().stream()
                .filter(request -> request.name().equals("POST /api/deliveries"))
                .toList();
        assertThat(posts).hasSize(1);
        String trace = posts.get(0).context().operationId();
        String caller = posts.get(0).id();
        for (String step : List.of("create", "dispatch", "publish")) {
            List<TelemetryItem.Dependency> spans = insights.dependencies().stream()
                    .filter(span -> span.name().equals("delivery-requests " + step))
                    .toList();
            assertThat(spans).as(step).hasSize(1);
            assertThat(spans.get(0).context().operationId()).isEqualTo(trace);
            assertThat(spans.get(0).context().parentId())
                    .as("parent of " + step)
                    .isEqualTo(caller);
            caller = spans.get(0).id();
        }
        String publish = caller;
        assertThat(insights.requests())
                .filteredOn(request -> request.name().equals("delivery-requests process"))
                .hasSize(3)
                .allMatch(request -> request.context().operationId().equals(trace))
                .allMatch(request -> request.context().parentId().equals(publish));
    }

    private static EventHandler handler(RunningService service) {
        return new CompletionConfiguration()
                .deliveryCompletions(service.bean(DocumentContainer.class), service.bean(JsonMapper.class))
                .handler("DeliveryCompleted", 1);
    }

    private static String accepted(RunningService service) {
        return service.http()
                .post()
                .uri("/api/deliveries")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(BODY)
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody()
                .get("deliveryId")
                .asString();
    }

    private static JsonNode delivery(RunningService service, String id) {
        return service.get("/api/deliveries/" + id);
    }

    private static CloudEvent completed(String deliveryId, String ownerId) {
        String data = """
                {"deliveryId":"%s","ownerId":"%s","droneId":"dr-07","requestedAt":"2026-11-21T12:00:00Z",\
                "completedAt":"2026-11-21T12:30:00Z","distanceKm":9.79,"flightSeconds":1500,"packageCount":2,\
                "packagesWeightKg":8.75,"expedited":false}""".formatted(deliveryId, ownerId);
        return CloudEventBuilder.v1()
                .withId(deliveryId + ":completed")
                .withSource(URI.create("/drone-service"))
                .withType("DeliveryCompleted")
                .withSubject(deliveryId)
                .withDataSchema(SchemaVersion.uri("DeliveryCompleted", 1))
                .withDataContentType("application/json")
                .withData(data.getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, deliveryId)
                .build();
    }

    /** The service with one subscription more, in the place of the drone service. */
    private SpringApplicationBuilder withListener() {
        EventSubscription listener = EventSubscription.of("delivery-requests", "drone-service")
                .on("DeliveryRequested", 1, event -> Mono.fromRunnable(() -> announced.add(event)))
                .on("PackageRegistered", 1, event -> Mono.fromRunnable(() -> announced.add(event)));
        return RunningService.with(DeliveryServiceApplication.builder(), EventSubscription.class, listener);
    }
}
