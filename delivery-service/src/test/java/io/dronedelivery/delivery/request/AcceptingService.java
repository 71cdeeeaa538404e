package io.dronedelivery.delivery.request;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchProperties;
import io.dronedelivery.messaging.dispatch.SinkKind;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;

/** The delivery service with the real dispatcher, which writes to a {@link TestSink}. */
final class AcceptingService implements AutoCloseable {

    static final String BODY = """
            {"ownerId":"o-17","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},\
            "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":7.5}],"expedited":false}""";

    private final List<TestSink> sinks;
    private final RunningService service;

    private AcceptingService(
            List<TestSink> sinks, Function<SpringApplicationBuilder, RunningService> start, int capacity) {
        this.sinks = sinks;
        DispatchProperties.Retry once = new DispatchProperties.Retry(1, Duration.ofMillis(1), Duration.ofMillis(1));
        DispatchProperties properties =
                new DispatchProperties(List.of(SinkKind.BROKER), capacity, 1, 1, Duration.ofMinutes(2), once);
        BoundedDispatcher dispatcher = new BoundedDispatcher(List.copyOf(sinks), properties, new SimpleMeterRegistry());
        service = start.apply(
                RunningService.with(DeliveryServiceApplication.builder(), BoundedDispatcher.class, dispatcher));
    }

    private static AcceptingService start(List<TestSink> sinks, String partitionKey, int capacity, String... settings) {
        return new AcceptingService(
                sinks,
                application -> RunningService.start(
                        application,
                        "deliveries",
                        partitionKey,
                        o -> o.partitions(4),
                        TestBroker.serviceBus(),
                        settings),
                capacity);
    }

    /** One that is not in anybody's way. */
    static AcceptingService start(String partitionKey, String... settings) {
        return start(List.of(new TestSink("test")), partitionKey, 1000, settings);
    }

    /** One with so much room for messages that wait. */
    static AcceptingService withRoomFor(int messages, String... settings) {
        return start(List.of(new TestSink("test")), "/ownerId", messages, settings);
    }

    /** One that writes to a message log, too. */
    static AcceptingService withMessageLog(String partitionKey, String... settings) {
        return start(List.of(new TestSink("test"), new TestSink("log")), partitionKey, 1000, settings);
    }

    /** A second instance, with the database of this one. */
    AcceptingService beside(String... settings) {
        return new AcceptingService(
                List.of(new TestSink("test")),
                application -> service.beside(application, TestBroker.serviceBus(), settings),
                1000);
    }

    TestSink sink() {
        return sinks.get(0);
    }

    TestSink messageLog() {
        return sinks.get(1);
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

    /** How many deliveries of an owner are stored, whatever month they count for. */
    long deliveries(String owner) {
        return service.bean(DocumentContainer.class)
                .everywhere(DocumentQuery.of(
                                "test-deliveries",
                                "SELECT c.id FROM c WHERE c.type = 'delivery' AND c.ownerId = @owner")
                        .with("@owner", owner))
                .count()
                .block();
    }

    /** How often the relay has asked for what it is to send. */
    long relayQueries() {
        return service
                .bean(MeterRegistry.class)
                .find("cosmos.operation.calls")
                .tags("operation", "outbox-relay", "kind", "data")
                .summaries()
                .stream()
                .mapToLong(DistributionSummary::count)
                .sum();
    }

    @Override
    public void close() {
        service.close();
    }
}
