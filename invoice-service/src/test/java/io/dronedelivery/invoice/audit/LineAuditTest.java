package io.dronedelivery.invoice.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.database.EventShare;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

class LineAuditTest {

    private final List<OutboundEvent> published = new CopyOnWriteArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void what_is_on_no_invoice_is_named() {
        try (TestDatabase database = TestDatabase.start();
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.arguments())) {
            database.execute(
                    "INSERT INTO owner VALUES ('ann')",
                    "INSERT INTO invoice VALUES ('ann-2026-11', 'ann', 2026, 11, 'USD', 'open')",
                    "INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)"
                            + " VALUES ('ann-2026-11', 'd-billed', 'Delivery', 1.00, now()),"
                            + " ('ann-2026-11', 'd-reversed', 'Delivery', 1.00, now())");
            ServiceClient.of(service)
                    .post()
                    .uri("/internal/lines/d-reversed/reversal")
                    .contentType(MediaType.APPLICATION_JSON)
                    .bodyValue("{\"why\":\"Not ordered\"}")
                    .exchange()
                    .expectStatus()
                    .isOk();
            EventSubscription audits = new InvoiceAuditConfiguration()
                    .deliveryAudits(
                            service.getBean(Database.class),
                            event -> Mono.fromRunnable(() -> published.add(event)),
                            meters,
                            service.getBean(ObjectMapper.class));

            // Another subscription that is further behind does not matter.
            waitsSince("another", 7200);
            waitsSince("delivery-completions", 3600);
            aBacklogOfHandlersThatHang(service.getBean(EventShare.class));
            audits.handler("AuditPageAsked", 1).handle(asked()).block(Duration.ofSeconds(30));

            assertThat(published).hasSize(1);
            assertThat(published.get(0).channel()).isEqualTo("delivery-audit-answers");
            byte[] data = published.get(0).event().getData().toBytes();
            assertThat(MessageSchemas.violations("AuditPageAnswered", data)).isEmpty();
            JsonNode answered = JsonMapper.shared().readTree(data);
            assertThat(answered.get("service").asString()).isEqualTo("invoice-service");
            assertThat(Instant.parse(answered.get("handledUntil").asString()))
                    .isBetween(
                            Instant.now().minusSeconds(3600 + 120),
                            Instant.now().minusSeconds(3600));
            assertThat(answered.get("missing"))
                    .extracting(delivery -> delivery.get("deliveryId").asString())
                    .containsExactly("d-flown-only", "d-nowhere");
            assertThat(service.getBean("deliveryAudits", EventSubscription.class)
                            .name())
                    .isEqualTo("delivery-audits.invoice-service");
        }
    }

    private static void aBacklogOfHandlersThatHang(EventShare share) {
        Flux.range(0, 1000).flatMap(event -> share.of(Mono.never()), 1000).subscribe();
    }

    private void waitsSince(String channel, int seconds) {
        Gauge.builder("messaging.consumer.oldest.age", () -> seconds)
                .tag("messaging.destination.name", channel)
                .tag("messaging.consumer.group.name", "invoice-service")
                .register(meters);
    }

    private static CloudEvent asked() {
        String data = """
                {"auditId":"a-1","page":1,"deliveries":[{"deliveryId":"d-flown-only","ownerId":"ann"},\
                {"deliveryId":"d-billed","ownerId":"ann"},{"deliveryId":"d-reversed","ownerId":"ann"},{"deliveryId":"d-nowhere","ownerId":"bob"}]}""";
        return CloudEventBuilder.v1()
                .withId("a-1:1:asked")
                .withSource(URI.create("/delivery-service"))
                .withType("AuditPageAsked")
                .withDataSchema(SchemaVersion.uri("AuditPageAsked", 1))
                .withSubject("a-1:1")
                .withDataContentType("application/json")
                .withData(data.getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, "a-1:1")
                .build();
    }
}
