package io.dronedelivery.delivery.reconciliation;

import static io.dronedelivery.delivery.reconciliation.AuditedService.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** When audits begin and end, and what keeps them from it. */
class AuditProgressTest {

    private final OtherServices others = new OtherServices();

    @Test
    void an_audit_that_gets_no_answers_ends_incomplete_and_until_then_it_is_the_one_of_its_span() {
        others.fallSilent();
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.answer-timeout=6s")) {
            service.delivered(2);
            Instant from = Instant.now().minusSeconds(3600);
            Instant to = Instant.now().plusSeconds(60);
            String id = service.underWay(from, to, 2);

            assertThat(service.begin(from, to)).isEqualTo(id);

            assertThat(service.ended(id).get("status").asString()).isEqualTo("incomplete");
            assertThat(service.list())
                    .extracting(audit -> audit.get("id").asString())
                    .contains(id);
        }
    }

    @Test
    void an_audit_is_not_done_before_both_services_have_answered_and_what_it_misses_is_announced_again() {
        others.fallSilent();
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            AuditedDelivery delivery = new AuditedDelivery(service.delivered(1).get(0), "o-0");
            Instant now = Instant.now();
            String id = service.underWay(now.minusSeconds(3600), now.plusSeconds(60), 1);
            AuditStore store = service.service().bean(AuditStore.class);
            AuditAnswer flights = answered(id, Side.FLIGHT, List.of());
            AuditAnswer lines = answered(id, Side.LINE, List.of(delivery));

            others.announced.clear();
            store.create(lines).block(TIMEOUT);

            await().atMost(TIMEOUT)
                    .during(Duration.ofSeconds(1))
                    .until(() -> service.report(id).get("status").asString().equals("answering"));
            assertThat(others.announced).isEmpty();
            store.create(flights).block(TIMEOUT);
            JsonNode report = service.ended(id);
            assertThat(report.get("status").asString()).isEqualTo("done");
            assertThat(report.get("withoutLine").asInt()).isEqualTo(1);
            assertThat(report.get("sentAgain").asInt()).isEqualTo(1);
            await().atMost(TIMEOUT).until(() -> others.announced.contains(delivery.deliveryId() + ":requested"));
        }
    }

    private static AuditAnswer answered(String audit, Side side, List<AuditedDelivery> missing) {
        return AuditAnswer.of(new AuditPageAnswered(audit, 1, side.service(), missing, null), side, 3600);
    }

    @Test
    void audits_begin_by_themselves() {
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.interval=2s")) {
            List<String> ids = service.delivered(3);
            others.lines.remove(ids.get(0));

            await().atMost(TIMEOUT).until(() -> others.lines.containsAll(ids));

            assertThat(service.list())
                    .anySatisfy(
                            audit -> assertThat(audit.get("reason").asString()).isEqualTo("periodic"));
        }
    }

    /** So many as an audit needs minutes for that compares one a second; it finds all of them settled. */
    private void storeForALongAudit(AuditedService service, Instant requestedAt) {
        IntStream.range(0, 400).forEach(n -> {
            others.flights.add("d-" + n);
            others.lines.add("d-" + n);
        });
        service.service()
                .store(IntStream.range(0, 400)
                        .mapToObj(n -> JsonMapper.shared().readTree("""
                        {"id":"d-%1$d","ownerId":"o-%1$d","type":"delivery","status":"accepted","requestedAt":"%2$s"}""".formatted(n, requestedAt)))
                        .toList());
        long stored = Instant.now().getEpochSecond();
        await().atMost(TIMEOUT).until(() -> Instant.now().getEpochSecond() > stored);
    }

    private static List<JsonNode> periodic(AuditedService service) {
        return service.list()
                .valueStream()
                .filter(audit -> audit.get("reason").asString().equals("periodic"))
                .toList();
    }

    private static Set<String> ids(List<JsonNode> audits) {
        return audits.stream().map(audit -> audit.get("id").asString()).collect(Collectors.toSet());
    }

    @Test
    void an_audit_that_takes_long_keeps_no_other_from_beginning_and_from_ending() {
        try (AuditedService service = AuditedService.start(
                others,
                "/ownerId",
                "servicebus",
                "--delivery.reconciliation.interval=2s",
                "--delivery.reconciliation.span=1s",
                "--delivery.reconciliation.page-size=1",
                "--delivery.reconciliation.rate=1")) {
            Instant requested = Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
            storeForALongAudit(service, requested);
            String asked = service.begin(requested, requested.plusSeconds(1));
            await().atMost(TIMEOUT)
                    .until(() -> service.report(asked).get("pages").asInt() > 0);
            Set<String> before = ids(periodic(service));

            await().atMost(TIMEOUT)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> !before.contains(audit.get("id").asString())
                                    && audit.get("status").asString().equals("done")));

            JsonNode report = service.report(asked);
            assertThat(report.get("status").asString()).isEqualTo("asking");
            int pages = report.get("pages").asInt();
            await().atMost(TIMEOUT)
                    .until(() -> service.report(asked).get("pages").asInt() > pages);
        }
    }

    @Test
    void audits_that_take_longer_than_the_interval_do_not_become_ever_more() {
        try (AuditedService service = startWithLongAudits("--delivery.reconciliation.rate=1")) {
            storeForALongAudit(service, Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS));

            // Each page takes a second, so several intervals pass meanwhile.
            await().atMost(TIMEOUT)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> audit.get("pages").asInt() >= 5));

            assertThat(periodic(service))
                    .filteredOn(audit -> audit.get("status").asString().equals("asking"))
                    .hasSizeLessThan(2);
        }
    }

    /** Periodic audits of many pages that nobody answers. */
    private AuditedService startWithLongAudits(String setting) {
        others.fallSilent();
        return AuditedService.start(
                others,
                "/ownerId",
                "servicebus",
                "--delivery.reconciliation.interval=1s",
                "--delivery.reconciliation.span=2h",
                "--delivery.reconciliation.page-size=1",
                setting);
    }

    @Test
    void an_audit_that_cannot_be_read_keeps_no_other_from_beginning() {
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.interval=2s")) {
            service.service().store(List.of(JsonMapper.shared().readTree("""
                    {"id":"audit:of-another-version","ownerId":"audit:of-another-version","type":"audit","status":"asking","reason":"dreamt"}""")));
            Set<String> before = ids(periodic(service));

            await().atMost(TIMEOUT)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> !before.contains(audit.get("id").asString())
                                    && audit.get("status").asString().equals("done")));
        }
    }

    /** Its position is of a release that asked otherwise, or of a container that was restored. */
    @Test
    void an_audit_whose_position_the_database_does_not_take_ends_incomplete() {
        try (AuditedService service = AuditedService.start(others, "/ownerId", "servicebus")) {
            Instant now = Instant.now();
            Audit begun = Audit.of("a-lost", now.minusSeconds(3600), now, Audit.AuditReason.ASKED, 3600)
                    .settledBefore(now.getEpochSecond())
                    .asked(3, "a position of another release");

            service.service().bean(AuditStore.class).create(begun).block(TIMEOUT);

            JsonNode report = service.ended("a-lost");
            assertThat(report.get("status").asString()).isEqualTo("incomplete");
            assertThat(report.get("deliveries").asInt()).isEqualTo(3);
        }
    }

    @Test
    void an_audit_that_is_not_answered_asks_no_more_and_holds_the_next_one_back() {
        try (AuditedService service = startWithLongAudits("--delivery.reconciliation.answer-timeout=20s")) {
            storeForALongAudit(service, Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS));

            await().atMost(TIMEOUT)
                    .until(() -> periodic(service).stream()
                            .anyMatch(audit -> audit.get("status").asString().equals("incomplete")
                                    && audit.get("pages").asInt() > 0));

            assertThat(periodic(service))
                    .allSatisfy(audit -> assertThat(audit.get("pages").asInt()).isLessThan(100))
                    .filteredOn(audit -> List.of("asking", "answering")
                            .contains(audit.get("status").asString()))
                    .hasSizeLessThan(2);
        }
    }

    @Test
    void an_answer_to_an_audit_that_has_ended_is_counted_and_repairs_nothing() {
        others.fallSilent();
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.answer-timeout=2s")) {
            AuditedDelivery delivery = new AuditedDelivery(service.delivered(1).get(0), "o-0");
            Instant now = Instant.now();
            String id = service.underWay(now.minusSeconds(3600), now.plusSeconds(60), 1);
            assertThat(service.ended(id).get("status").asString()).isEqualTo("incomplete");
            others.announced.clear();

            for (Side side : Side.values()) {
                others.answer(id, 1, side.service(), List.of(delivery)).block(TIMEOUT);
            }

            await().atMost(TIMEOUT)
                    .until(() -> service.service()
                                    .bean(MeterRegistry.class)
                                    .get("delivery.reconciliation.late.answers")
                                    .counter()
                                    .count()
                            >= 2);
            assertThat(service.report(id).get("withoutLine").asInt()).isZero();
            assertThat(others.announced).isEmpty();
        }
    }

    @Test
    void audits_begin_where_the_last_one_that_was_done_ended_however_long_nobody_answered() {
        others.fallSilent();
        try (AuditedService service = AuditedService.start(
                others,
                "/ownerId",
                "servicebus",
                "--delivery.reconciliation.interval=1s",
                "--delivery.reconciliation.span=1s",
                "--delivery.reconciliation.answer-timeout=2s")) {
            String id = service.delivered(1).get(0);
            others.lines.remove(id);
            await().atMost(TIMEOUT).until(() -> secondsBehind(service) > 10);

            others.speak();

            await().atMost(TIMEOUT).until(() -> others.lines.contains(id));
            await().atMost(TIMEOUT).until(() -> secondsBehind(service) < 10);
        }
    }

    private static double secondsBehind(AuditedService service) {
        return service.service()
                .bean(MeterRegistry.class)
                .get("delivery.reconciliation.behind")
                .timeGauge()
                .value(TimeUnit.SECONDS);
    }
}
