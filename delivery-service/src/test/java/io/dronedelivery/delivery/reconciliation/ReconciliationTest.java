package io.dronedelivery.delivery.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReconciliationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String BODY = """
            {"ownerId":"%s","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},
             "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":7.5}]}""";

    private static final String[] SETTINGS = {
        "--delivery.reconciliation.interval=0s",
        "--delivery.reconciliation.settling-time=0s",
        "--delivery.reconciliation.look-interval=100ms",
        "--delivery.reconciliation.page-size=3",
        "--delivery.outbox.sweep-interval=100ms",
        "--delivery.outbox.older-than=0s"
    };

    private final OtherServices others = new OtherServices();

    private RunningService start(String partitionKey, String broker, String... more) {
        return RunningService.start(
                others.beside(DeliveryServiceApplication.builder()),
                "deliveries",
                partitionKey,
                o -> o.partitions(3),
                TestBroker.start(broker),
                withLater(more));
    }

    /** A later setting takes the place of an earlier one of the same name. */
    private static String[] withLater(String... more) {
        Map<String, String> settings = new LinkedHashMap<>();
        Stream.of(SETTINGS, more)
                .flatMap(Stream::of)
                .forEach(setting -> settings.put(setting.substring(0, setting.indexOf('=')), setting));
        return settings.values().toArray(String[]::new);
    }

    private static String accepted(RunningService service, String ownerId) {
        return accepted(service, ownerId, Map.of());
    }

    private static String accepted(RunningService service, String ownerId, Map<String, String> headers) {
        return service.http()
                .post()
                .uri("/api/deliveries")
                .contentType(MediaType.APPLICATION_JSON)
                .headers(all -> all.setAll(headers))
                .bodyValue(BODY.formatted(ownerId))
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody()
                .get("deliveryId")
                .asString();
    }

    /** So many deliveries that were flown and billed. */
    private List<String> delivered(RunningService service, int count) {
        List<String> ids = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            ids.add(accepted(service, "o-" + n));
        }
        await().atMost(PATIENCE).until(() -> others.lines.containsAll(ids) && others.announced.size() >= 3 * count);
        return ids;
    }

    private static String begin(RunningService service, Instant from, Instant to) {
        return service.http()
                .post()
                .uri("/internal/reconciliation?from=" + from + "&to=" + to)
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody()
                .get("id")
                .asString();
    }

    private static JsonNode report(RunningService service, String id) {
        return service.get("/internal/reconciliation/" + id);
    }

    /** An audit that waits for answers about so many deliveries: one that begins before they have settled ends without them. */
    private static String underWay(RunningService service, Instant from, Instant to, int deliveries) {
        return await().atMost(PATIENCE)
                .until(
                        () -> begin(service, from, to),
                        id -> report(service, id).get("deliveries").asInt() == deliveries);
    }

    private static JsonNode ended(RunningService service, String id) {
        await().atMost(PATIENCE).until(() -> {
            String status = report(service, id).get("status").asString();
            return status.equals("done") || status.equals("incomplete");
        });
        return report(service, id);
    }

    /** An audit of all that has settled; the database's clock goes in seconds. */
    private static JsonNode audit(RunningService service, int deliveries) {
        Instant now = Instant.now();
        return audit(service, now.minusSeconds(3600), now.plusSeconds(60), deliveries);
    }

    private static JsonNode audit(RunningService service, Instant from, Instant to, int deliveries) {
        JsonNode[] last = new JsonNode[1];
        await().atMost(PATIENCE).until(() -> {
            last[0] = ended(service, begin(service, from, to));
            return last[0].get("deliveries").asInt() == deliveries;
        });
        return last[0];
    }

    @ParameterizedTest
    @CsvSource({"/ownerId, servicebus", "/id, kafka"})
    void what_was_accepted_and_has_no_flight_or_no_line_is_announced_again(String partitionKey, String broker) {
        try (RunningService service = start(partitionKey, broker)) {
            List<String> ids = delivered(service, 8);
            assertThat(audit(service, 8).get("withoutLine").asInt()).isZero();
            others.lines.remove(ids.get(1));
            others.lines.remove(ids.get(2));
            others.lines.remove(ids.get(5));
            others.flights.remove(ids.get(5));
            others.flights.remove(ids.get(6));
            others.announced.clear();

            JsonNode report = audit(service, 8);

            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("pages").asInt() * 2)
                    .isEqualTo(report.get("answers").asInt());
            assertThat(report.get("withoutLine").asInt()).isEqualTo(3);
            assertThat(report.get("withoutFlight").asInt()).isEqualTo(2);
            assertThat(report.get("examples"))
                    .extracting(JsonNode::asString)
                    .containsExactlyInAnyOrder(ids.get(1), ids.get(2), ids.get(5), ids.get(6));
            await().atMost(PATIENCE).until(() -> others.lines.containsAll(ids) && others.flights.containsAll(ids));
            // Of a delivery that was flown one event is enough to have it completed once more.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(others.announced)
                            .contains(ids.get(1) + ":requested", ids.get(2) + ":requested")
                            .contains(ids.get(5) + ":requested", ids.get(5) + ":package:1", ids.get(5) + ":package:2")
                            .contains(ids.get(6) + ":requested", ids.get(6) + ":package:1", ids.get(6) + ":package:2")
                            .doesNotContain(ids.get(1) + ":package:1", ids.get(0) + ":requested"));
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(counter(service, "delivery.reconciliation.missing", "what", "line"))
                        .isEqualTo(3);
                assertThat(counter(service, "delivery.reconciliation.missing", "what", "flight"))
                        .isEqualTo(2);
                assertThat(counter(service, "delivery.reconciliation.sent.again"))
                        .isGreaterThanOrEqualTo(4);
            });
            assertThat(audit(service, 8).get("withoutLine").asInt()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_delivery_that_was_accepted_long_after_its_key_was_reserved_is_met_by_the_audits_of_both_times(
            String partitionKey) {
        try (RunningService service = start(partitionKey, "kafka")) {
            Map<String, String> key = Map.of("Idempotency-Key", "repeated");
            accepted(service, "o-1", key);
            Instant reserved = Instant.now().minus(Duration.ofHours(27)).truncatedTo(ChronoUnit.MILLIS);
            reservedOnly(service, "d-late", reserved);
            assertThat(accepted(service, "o-1", key)).isEqualTo("d-late");
            assertThat(service.get("/api/deliveries/d-late").get("requestedAt").asString())
                    .isEqualTo(reserved.toString());
            await().atMost(PATIENCE).until(() -> others.lines.contains("d-late"));
            others.lines.remove("d-late");

            audit(service, 2);

            await().atMost(PATIENCE).until(() -> others.lines.contains("d-late"));
            audit(service, reserved.minusSeconds(60), reserved.plusSeconds(60), 1);
        }
    }

    /** What a request leaves that could not store its delivery. */
    private static void reservedOnly(RunningService service, String deliveryId, Instant requestedAt) {
        DocumentContainer documents = service.bean(DocumentContainer.class);
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
        try (RunningService service = start("/ownerId", "kafka")) {
            service.store(List.of(JsonMapper.shared().readTree("""
                    {"id":"d-old","ownerId":"o-1","type":"delivery","year":2026,"month":11,"status":"accepted","requestedAt":"%s",
                     "pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},"expedited":false,
                     "packages":[{"packageId":"d-old-1","size":"small","weightKg":1.25}],"packageCount":1,"packagesWeightKg":1.25}""".formatted(Instant.now()))));

            audit(service, 1);

            await().atMost(PATIENCE).until(() -> others.lines.contains("d-old"));
        }
    }

    private static double counter(RunningService service, String name, String... tags) {
        return service.bean(MeterRegistry.class).get(name).tags(tags).counter().count();
    }

    @Test
    void what_is_still_settling_is_left_to_the_next_audit() {
        try (RunningService service = start("/ownerId", "kafka", "--delivery.reconciliation.settling-time=1h")) {
            delivered(service, 2);

            JsonNode report = ended(
                    service,
                    begin(
                            service,
                            Instant.now().minusSeconds(3600),
                            Instant.now().plusSeconds(60)));

            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("deliveries").asInt()).isZero();
        }
    }

    @Test
    void an_audit_that_gets_no_answers_ends_incomplete_and_until_then_it_is_the_one_of_its_span() {
        others.fallSilent();
        try (RunningService service = start("/ownerId", "kafka", "--delivery.reconciliation.answer-timeout=6s")) {
            delivered(service, 2);
            Instant from = Instant.now().minusSeconds(3600);
            Instant to = Instant.now().plusSeconds(60);
            String id = underWay(service, from, to, 2);

            assertThat(begin(service, from, to)).isEqualTo(id);

            assertThat(ended(service, id).get("status").asString()).isEqualTo("incomplete");
            assertThat(service.get("/internal/reconciliation"))
                    .extracting(audit -> audit.get("id").asString())
                    .contains(id);
        }
    }

    @Test
    void an_audit_is_not_done_before_what_it_misses_is_announced_again() {
        others.fallSilent();
        try (RunningService service = start("/ownerId", "kafka")) {
            Accepted delivery = new Accepted(delivered(service, 1).get(0), "o-0");
            Instant now = Instant.now();
            String id = underWay(service, now.minusSeconds(3600), now.plusSeconds(60), 1);
            AuditStore store = service.bean(AuditStore.class);
            AuditAnswer flights = answered(id, Side.FLIGHT, List.of());
            AuditAnswer lines = answered(id, Side.LINE, List.of(delivery));

            store.create(flights).then(store.create(lines)).block(PATIENCE);

            await().atMost(PATIENCE)
                    .during(Duration.ofSeconds(1))
                    .until(() -> report(service, id).get("status").asString().equals("answering"));
            store.repaired(lines, 1).block(PATIENCE);
            JsonNode report = ended(service, id);
            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("withoutLine").asInt()).isEqualTo(1);
            assertThat(report.get("sentAgain").asInt()).isEqualTo(1);
        }
    }

    private static AuditAnswer answered(String audit, Side side, List<Accepted> missing) {
        return AuditAnswer.of(new AuditPageAnswered(audit, 1, side.service(), missing), side, 3600);
    }

    @Test
    void audits_begin_by_themselves() {
        try (RunningService service = start("/ownerId", "kafka", "--delivery.reconciliation.interval=2s")) {
            List<String> ids = delivered(service, 3);
            others.lines.remove(ids.get(0));

            await().atMost(PATIENCE).until(() -> others.lines.containsAll(ids));

            assertThat(service.get("/internal/reconciliation"))
                    .anySatisfy(
                            audit -> assertThat(audit.get("reason").asString()).isEqualTo("periodic"));
        }
    }

    /** So many as an audit needs minutes for that compares one a second; it finds all of them settled. */
    private static void storeForALongAudit(RunningService service, Instant requestedAt) {
        service.store(IntStream.range(0, 400)
                .mapToObj(n -> JsonMapper.shared().readTree("""
                        {"id":"d-%1$d","ownerId":"o-%1$d","type":"delivery","status":"accepted","requestedAt":"%2$s"}""".formatted(n, requestedAt)))
                .toList());
        long stored = Instant.now().getEpochSecond();
        await().atMost(PATIENCE).until(() -> Instant.now().getEpochSecond() > stored);
    }

    private static List<JsonNode> periodic(RunningService service) {
        return service.get("/internal/reconciliation")
                .valueStream()
                .filter(audit -> audit.get("reason").asString().equals("periodic"))
                .toList();
    }

    private static Set<String> ids(List<JsonNode> audits) {
        return audits.stream().map(audit -> audit.get("id").asString()).collect(Collectors.toSet());
    }

    @Test
    void an_audit_that_takes_long_keeps_no_other_from_beginning_and_from_ending() {
        others.fallSilent();
        try (RunningService service = start(
                "/ownerId",
                "kafka",
                "--delivery.reconciliation.interval=2s",
                "--delivery.reconciliation.span=1s",
                "--delivery.reconciliation.page-size=1",
                "--delivery.reconciliation.rate=1")) {
            Instant requested = Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
            storeForALongAudit(service, requested);
            String asked = begin(service, requested, requested.plusSeconds(1));
            await().atMost(PATIENCE)
                    .until(() -> report(service, asked).get("pages").asInt() > 0);
            Set<String> before = ids(periodic(service));

            await().atMost(PATIENCE)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> !before.contains(audit.get("id").asString())
                                    && audit.get("status").asString().equals("done")));

            JsonNode report = report(service, asked);
            assertThat(report.get("status").asString()).isEqualTo("asking");
            int pages = report.get("pages").asInt();
            await().atMost(PATIENCE)
                    .until(() -> report(service, asked).get("pages").asInt() > pages);
        }
    }

    @Test
    void audits_that_take_longer_than_the_interval_do_not_become_ever_more() {
        others.fallSilent();
        try (RunningService service = start(
                "/ownerId",
                "kafka",
                "--delivery.reconciliation.interval=1s",
                "--delivery.reconciliation.span=2h",
                "--delivery.reconciliation.page-size=1",
                "--delivery.reconciliation.rate=1")) {
            storeForALongAudit(service, Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS));

            // Each page takes a second, so several intervals pass meanwhile.
            await().atMost(PATIENCE)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> audit.get("pages").asInt() >= 5));

            assertThat(periodic(service))
                    .filteredOn(audit -> audit.get("status").asString().equals("asking"))
                    .hasSizeLessThan(2);
        }
    }

    @Test
    void an_audit_that_cannot_be_read_keeps_no_other_from_beginning() {
        try (RunningService service = start("/ownerId", "kafka", "--delivery.reconciliation.interval=2s")) {
            service.store(List.of(JsonMapper.shared().readTree("""
                    {"id":"audit:of-another-version","ownerId":"audit:of-another-version","type":"audit","status":"asking","reason":"dreamt"}""")));
            Set<String> before = ids(periodic(service));

            await().atMost(PATIENCE)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> !before.contains(audit.get("id").asString())
                                    && audit.get("status").asString().equals("done")));
        }
    }

    /** Its position is of a release that asked otherwise, or of a container that was restored. */
    @Test
    void an_audit_whose_position_the_database_does_not_take_ends_incomplete() {
        try (RunningService service = start("/ownerId", "kafka")) {
            Instant now = Instant.now();
            Audit begun = Audit.of("a-lost", now.minusSeconds(3600), now, Audit.Reason.ASKED, 3600)
                    .settledBefore(now.getEpochSecond())
                    .asked(3, "a position of another release");

            service.bean(AuditStore.class).create(begun).block(PATIENCE);

            JsonNode report = ended(service, "a-lost");
            assertThat(report.get("status").asString()).isEqualTo("incomplete");
            assertThat(report.get("deliveries").asInt()).isEqualTo(3);
        }
    }

    @Test
    void a_span_that_is_none_is_refused_and_an_unknown_audit_is_not_there() {
        try (RunningService service = start("/ownerId", "kafka")) {
            service.http()
                    .post()
                    .uri("/internal/reconciliation?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z")
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.detail")
                    .exists();
            service.http()
                    .post()
                    .uri("/internal/reconciliation?from=yesterday&to=2026-11-01T00:00:00Z")
                    .exchange()
                    .expectStatus()
                    .isBadRequest();
            service.http()
                    .get()
                    .uri("/internal/reconciliation/a-nobody")
                    .exchange()
                    .expectStatus()
                    .isNotFound();
        }
    }
}
