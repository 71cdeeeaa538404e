package io.dronedelivery.delivery.reconciliation;

import static io.dronedelivery.delivery.reconciliation.AuditedService.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Which deliveries an audit compares, and what becomes of those that lack something. */
class ReconciliationTest {

    private final OtherServices others = new OtherServices();

    @ParameterizedTest
    @CsvSource({"/ownerId, servicebus", "/id, kafka"})
    void what_was_accepted_and_has_no_flight_or_no_line_is_announced_again(String partitionKey, String broker) {
        try (AuditedService service = AuditedService.start(others, partitionKey, broker)) {
            List<String> ids = service.delivered(8);
            assertThat(service.audit(8).get("withoutLine").asInt()).isZero();
            others.lines.remove(ids.get(1));
            others.lines.remove(ids.get(2));
            others.lines.remove(ids.get(5));
            others.flights.remove(ids.get(5));
            others.flights.remove(ids.get(6));
            others.announced.clear();

            JsonNode report = service.audit(8);

            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("pages").asInt() * 2)
                    .isEqualTo(report.get("answers").asInt());
            assertThat(report.get("withoutLine").asInt()).isEqualTo(3);
            assertThat(report.get("withoutFlight").asInt()).isEqualTo(2);
            assertThat(report.get("examples"))
                    .extracting(JsonNode::asString)
                    .containsExactlyInAnyOrder(ids.get(1), ids.get(2), ids.get(5), ids.get(6));
            await().atMost(TIMEOUT).until(() -> others.lines.containsAll(ids) && others.flights.containsAll(ids));
            // Of a delivery that was flown one event is enough to have it completed once more.
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(others.announced)
                            .contains(ids.get(1) + ":requested", ids.get(2) + ":requested")
                            .contains(ids.get(5) + ":requested", ids.get(5) + ":package:1", ids.get(5) + ":package:2")
                            .contains(ids.get(6) + ":requested", ids.get(6) + ":package:1", ids.get(6) + ":package:2")
                            .doesNotContain(ids.get(1) + ":package:1", ids.get(0) + ":requested"));
            await().atMost(TIMEOUT).untilAsserted(() -> {
                assertThat(counter(service, "delivery.reconciliation.missing", "what", "line"))
                        .isEqualTo(3);
                assertThat(counter(service, "delivery.reconciliation.missing", "what", "flight"))
                        .isEqualTo(2);
                assertThat(counter(service, "delivery.reconciliation.sent.again"))
                        .isGreaterThanOrEqualTo(4);
            });
            assertThat(service.audit(8).get("withoutLine").asInt()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_delivery_that_was_accepted_long_after_its_key_was_reserved_is_met_by_the_audits_of_both_times(
            String partitionKey) {
        try (AuditedService service = AuditedService.start(others, partitionKey, "servicebus")) {
            Map<String, String> key = Map.of("Idempotency-Key", "repeated");
            service.accepted("o-1", key);
            Instant reserved = Instant.now().minus(Duration.ofHours(27)).truncatedTo(ChronoUnit.MILLIS);
            reservedOnly(service, "d-late", reserved);
            assertThat(service.accepted("o-1", key)).isEqualTo("d-late");
            assertThat(service.service()
                            .get("/api/deliveries/d-late")
                            .get("requestedAt")
                            .asString())
                    .isEqualTo(reserved.toString());
            await().atMost(TIMEOUT).until(() -> others.lines.contains("d-late"));
            others.lines.remove("d-late");

            service.audit(2);

            await().atMost(TIMEOUT).until(() -> others.lines.contains("d-late"));
            service.audit(reserved.minusSeconds(60), reserved.plusSeconds(60), 1);
        }
    }

    /** What a request leaves that could not store its delivery. */
    private static void reservedOnly(AuditedService service, String deliveryId, Instant requestedAt) {
        DocumentContainer documents = service.service().bean(DocumentContainer.class);
        String id = documents
                .everywhere(DocumentQuery.of("test-reservation", "SELECT c.id FROM c WHERE c.type = 'idempotency'"))
                .single()
                .block()
                .get("id")
                .asString();
        documents
                .set(id, id, Map.of("deliveryId", deliveryId, "requestedAt", requestedAt))
                .block();
    }

    @Test
    void a_delivery_of_a_release_without_times_of_acceptance_is_audited_by_the_time_of_its_request() {
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            storeOfAnEarlierRelease(service, Instant.now());

            service.audit(1);

            await().atMost(TIMEOUT).until(() -> others.lines.contains("d-old"));
        }
    }

    private static void storeOfAnEarlierRelease(AuditedService service, Instant requestedAt) {
        service.service().store(List.of(delivery(requestedAt)));
    }

    private static ObjectNode delivery(Instant requestedAt) {
        return (ObjectNode) JsonMapper.shared().readTree("""
                    {"id":"d-old","ownerId":"o-1","type":"delivery","year":2026,"month":11,"status":"accepted","requestedAt":"%s",
                     "pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},"expedited":false,
                     "packages":[{"packageId":"d-old-1","size":"small","weightKg":1.25}],"packageCount":1,"packagesWeightKg":1.25}""".formatted(requestedAt));
    }

    @Test
    void a_delivery_of_an_instance_whose_clock_was_days_behind_is_audited_by_the_databases_time() {
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            Instant daysAgo = Instant.now().minus(Duration.ofDays(3));
            service.service().store(List.of(delivery(daysAgo).put("acceptedAt", daysAgo.toString())));

            service.audit(1);

            await().atMost(TIMEOUT).until(() -> others.lines.contains("d-old"));
        }
    }

    @Test
    void a_span_that_ends_within_a_second_has_what_came_before_in_that_second() {
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            storeOfAnEarlierRelease(service, Instant.parse("2026-11-03T10:15:30.200Z"));

            service.audit(Instant.parse("2026-11-03T10:15:00Z"), Instant.parse("2026-11-03T10:15:30.500Z"), 1);

            await().atMost(TIMEOUT).until(() -> others.lines.contains("d-old"));
        }
    }

    private static double counter(AuditedService service, String name, String... tags) {
        return service.service()
                .bean(MeterRegistry.class)
                .get(name)
                .tags(tags)
                .counter()
                .count();
    }

    @Test
    void what_is_still_settling_is_left_to_the_next_audit() {
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.settling-time=1h")) {
            service.delivered(2);

            JsonNode report = service.ended(service.begin(
                    Instant.now().minusSeconds(3600), Instant.now().plusSeconds(60)));

            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("deliveries").asInt()).isZero();
        }
    }

    @Test
    void a_span_that_is_none_is_refused_and_an_unknown_audit_is_not_there() {
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            service.service()
                    .http()
                    .post()
                    .uri("/internal/reconciliation?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z")
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.detail")
                    .exists();
            assertRefused(service, "yesterday", "2026-11-01T00:00:00Z");
            assertRefused(service, "-0001-12-31T23:59:59Z", "2026-11-01T00:00:00Z");
            assertRefused(service, "2026-11-01T00:00:00Z", "+10000-01-01T00:00:00Z");
            service.service()
                    .http()
                    .get()
                    .uri("/internal/reconciliation/a-nobody")
                    .exchange()
                    .expectStatus()
                    .isNotFound();
        }
    }

    private static void assertRefused(AuditedService service, String from, String to) {
        service.service()
                .http()
                .post()
                .uri("/internal/reconciliation?from={from}&to={to}", from, to)
                .exchange()
                .expectStatus()
                .isBadRequest();
    }
}
