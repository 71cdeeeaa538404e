package io.dronedelivery.drone.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlightAuditTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ASKED = """
            {"auditId":"a-1","page":3,"deliveries":[{"deliveryId":"d-flown","ownerId":"ann"},{"deliveryId":"d-planned","ownerId":"ann"},\
            {"deliveryId":"d-nowhere","ownerId":"bob"}]}""";

    private final List<OutboundEvent> published = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_has_no_flight_is_named_and_a_plan_is_none(String partitionKey) {
        assertThat(MessageSchemas.violations("AuditPageAsked", ASKED.getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        try (RunningService service = DroneService.start(partitionKey, o -> o)) {
            DocumentContainer flights = service.bean(DocumentContainer.class);
            flights.create(Map.of("id", "d-flown", "ownerId", "ann", "type", "flight"))
                    .block();
            flights.create(Map.of("id", "d-planned", "ownerId", "ann", "type", "flight-plan"))
                    .block();

            new DroneAuditConfiguration()
                    .deliveryAudits(
                            flights,
                            event -> Mono.fromRunnable(() -> published.add(event)),
                            service.bean(MeterRegistry.class),
                            service.bean(JsonMapper.class))
                    .handler("AuditPageAsked", 1)
                    .handle(asked())
                    .block();

            assertThat(published).hasSize(1);
            assertThat(published.get(0).channel()).isEqualTo("delivery-audit-answers");
            CloudEvent answer = published.get(0).event();
            assertThat(answer.getId()).isEqualTo("a-1:3:drone-service");
            byte[] data = answer.getData().toBytes();
            assertThat(MessageSchemas.violations("AuditPageAnswered", data)).isEmpty();
            JsonNode answered = JSON.readTree(data);
            assertThat(answered.get("page").asInt()).isEqualTo(3);
            assertThat(answered.get("missing"))
                    .extracting(delivery -> delivery.get("deliveryId").asString())
                    .containsExactly("d-planned", "d-nowhere");
            assertThat(answered.get("missing").get(0).get("ownerId").asString()).isEqualTo("ann");
        }
    }

    private static CloudEvent asked() {
        return CloudEventBuilder.v1()
                .withId("a-1:3:asked")
                .withSource(URI.create("/delivery-service"))
                .withType("AuditPageAsked")
                .withDataSchema(SchemaVersion.uri("AuditPageAsked", 1))
                .withSubject("a-1:3")
                .withDataContentType("application/json")
                .withData(ASKED.getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, "a-1:3")
                .build();
    }
}
