package io.dronedelivery.delivery.request;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchProperties;
import io.dronedelivery.messaging.dispatch.SinkKind;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;

/** The delivery service with the real dispatcher, which writes to a {@link TestSink}. */
final class AcceptingService implements AutoCloseable {

    static final String BODY = """
            {"ownerId":"o-17","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},\
            "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":7.5}],"expedited":false}""";

    private final TestSink sink = new TestSink();
    private final RunningService service;

    private AcceptingService(String partitionKey, int capacity, String... settings) {
        DispatchProperties.Retry once = new DispatchProperties.Retry(1, Duration.ofMillis(1), Duration.ofMillis(1));
        DispatchProperties properties =
                new DispatchProperties(List.of(SinkKind.BROKER), capacity, 1, 1, Duration.ofMinutes(2), once);
        BoundedDispatcher dispatcher = new BoundedDispatcher(List.of(sink), properties, new SimpleMeterRegistry());
        service = RunningService.start(
                RunningService.with(DeliveryServiceApplication.builder(), BoundedDispatcher.class, dispatcher),
                "deliveries",
                partitionKey,
                o -> o,
                TestBroker.serviceBus(),
                settings);
    }

    /** One that is not in anybody's way. */
    static AcceptingService start(String partitionKey, String... settings) {
        return new AcceptingService(partitionKey, 1000, settings);
    }

    /** One with so much room for messages that wait. */
    static AcceptingService withRoomFor(int messages, String... settings) {
        return new AcceptingService("/ownerId", messages, settings);
    }

    TestSink sink() {
        return sink;
    }

    RunningService service() {
        return service;
    }

    ResponseSpec post(String body, String... headers) {
        var request = service.http().post().uri("/api/deliveries").contentType(MediaType.APPLICATION_JSON);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.bodyValue(body).exchange();
    }

    /** The id of an accepted delivery. */
    String accepted(String body, String... headers) {
        return post(body, headers)
                .expectStatus()
                .isAccepted()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody()
                .get("deliveryId")
                .asString();
    }

    /** How many outboxes are not empty. */
    long pendingOutboxes() {
        return service.bean(DocumentContainer.class)
                .everywhere(DocumentQuery.of("test-pending", "SELECT c.id FROM c WHERE c.outbox.status = 'pending'"))
                .count()
                .block();
    }

    JsonNode month(String owner) {
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
        return service.get("/api/deliveries/summary?ownerId=" + owner + "&year=" + now.getYear() + "&month="
                + now.getMonthValue());
    }

    @Override
    public void close() {
        service.close();
    }
}
