package io.dronedelivery.invoice.completed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** From the broker onto the invoice. */
class BrokersTest {

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void events_that_the_broker_has_twice_are_one_line_each(String broker) {
        List<CloudEvent> events = IntStream.range(0, 5)
                .mapToObj(n -> CompletedEvents.completed("d-" + n, "o-17", "2026-11-21T12:00:00Z"))
                .toList();
        assertThat(events)
                .allSatisfy(event -> assertThat(MessageSchemas.violations(
                                event.getType(), event.getData().toBytes()))
                        .isEmpty());
        try (TestDatabase database = TestDatabase.startWith(broker);
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.arguments())) {
            EventPublisher publisher = service.getBean(EventPublisher.class);
            for (int time = 0; time < 2; time++) {
                events.forEach(event -> publisher
                        .publish(new OutboundEvent("delivery-completions", event))
                        .retryWhen(TestBroker.PATIENTLY)
                        .block());
            }
            publisher
                    .publish(new OutboundEvent(
                            "delivery-completions", CompletedEvents.completed("last", "o-18", "2026-11-21T12:00:00Z")))
                    .retryWhen(TestBroker.PATIENTLY)
                    .block();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> lineCount(service, "o-17") == 5 && lineCount(service, "o-18") == 1);
            assertThat(lineCount(service, "o-17")).isEqualTo(5);
        }
    }

    /** 0 as long as the owner is not known. */
    private static int lineCount(ConfigurableApplicationContext service, String owner) {
        JsonNode invoice = ServiceClient.of(service)
                .get()
                .uri("/api/invoices/" + owner + "/2026/11")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
        return invoice.path("lineCount").asInt(0);
    }
}
