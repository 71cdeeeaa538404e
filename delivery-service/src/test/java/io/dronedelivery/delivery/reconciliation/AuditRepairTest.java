package io.dronedelivery.delivery.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.StoredDocument;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import io.dronedelivery.delivery.reconciliation.Audit.AuditReason;
import io.dronedelivery.delivery.request.Reannouncement;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an audit does about one page of missing deliveries. */
class AuditRepairTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant ACCEPTED = NOW.minus(Duration.ofHours(2));
    private static final Instant SETTLED_BEFORE = NOW.minus(Duration.ofMinutes(15));
    private static final String OWNER = "o-17";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Ends with the JVM: mutation tests begin and end this class for each of its tests. */
    private static final RunningService SERVICE = DeliveryService.start(
            "/ownerId", o -> o, "--delivery.reconciliation.enabled=false", "--delivery.outbox.sweep-interval=1h");

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void what_was_not_flown_is_announced_with_all_events_and_what_was_only_not_billed_with_one() {
        String notFlown = stored(delivery());
        String notBilled = stored(delivery());

        AuditSums sums = repair(periodic("a-1"), List.of(notFlown), List.of(notFlown, notBilled));

        assertThat(sums.answers()).isEqualTo(2);
        assertThat(sums.withoutFlight()).isEqualTo(1);
        assertThat(sums.withoutLine()).isEqualTo(2);
        assertThat(sums.sentAgain()).isEqualTo(2);
        assertThat(sums.examples()).containsExactly(notFlown, notBilled);
        assertThat(outbox(notFlown).at("/outbox/events")).hasSize(3);
        assertThat(outbox(notBilled).at("/outbox/events")).hasSize(1);
        assertThat(outbox(notBilled).at("/outbox/events/0/type").asString()).isEqualTo("DeliveryRequested");
        assertThat(document(notBilled).get("announcedAgain"))
                .isEqualTo(JSON.readTree("{\"cause\":\"a-1\",\"at\":\"2026-11-20T12:00:00Z\",\"times\":1}"));
        assertThat(counted("delivery.reconciliation.sent.again")).isEqualTo(2);
        assertThat(missing("flight")).isEqualTo(1);
        assertThat(missing("line")).isEqualTo(2);
        assertThat(counted("delivery.reconciliation.given.up")).isZero();
    }

    @Test
    void an_audit_announces_a_delivery_once_however_often_its_page_is_repaired() {
        String id = stored(again("a-1", Duration.ofHours(7), 1));

        AuditSums sums = repair(periodic("a-1"), List.of(), List.of(id));

        assertThat(sums.sentAgain()).isEqualTo(1);
        assertThat(outbox(id)).isNull();
    }

    /** Not before six hours, at most twice unless an operator asks, and anew after 26 hours. */
    @ParameterizedTest
    @CsvSource({
        "PERIODIC, PT5H59M59S, 1,  , 0",
        "PERIODIC, PT6H,       1, 2, 0",
        "PERIODIC, PT6H,       2,  , 1",
        "PERIODIC, PT25H59M,   2,  , 1",
        "PERIODIC, PT26H,      2, 1, 0",
        "ASKED,    PT5H59M59S, 2,  , 0",
        "ASKED,    PT6H,       2, 3, 0",
    })
    void announcements_of_a_delivery_are_limited(
            AuditReason reason, Duration ago, int times, @Nullable Integer next, int givenUp) {
        String id = stored(again("earlier", ago, times));

        AuditSums sums = repair(audit("a-1", reason), List.of(), List.of(id));

        assertThat(sums.withoutLine()).isEqualTo(1);
        assertThat(sums.sentAgain()).isEqualTo(next == null ? 0 : 1);
        assertThat(sums.waiting()).isZero();
        assertThat(sums.givenUp()).isEqualTo(givenUp);
        assertThat(sums.notRepaired()).isEqualTo(givenUp == 0 ? List.of() : List.of(id));
        assertThat(counted("delivery.reconciliation.given.up")).isEqualTo(givenUp);
        assertThat(counted("delivery.reconciliation.sent.again")).isEqualTo(next == null ? 0 : 1);
        assertThat(outbox(id) == null).isEqualTo(next == null);
        assertThat(document(id).at("/announcedAgain/times").asInt()).isEqualTo(next == null ? times : next);
    }

    @Test
    void what_is_still_to_be_sent_is_left_alone() {
        String id = stored(delivery());
        repair(periodic("a-1"), List.of(), List.of(id));

        AuditSums sums = repairAt(NOW.plus(Duration.ofHours(7)), periodic("a-2"), List.of(), List.of(id));

        assertThat(sums.waiting()).isEqualTo(1);
        assertThat(sums.isNothingMissing()).isTrue();
        assertThat(counted("delivery.reconciliation.sent.again")).isEqualTo(1);
        assertThat(document(id).at("/announcedAgain/times").asInt()).isEqualTo(1);
    }

    @Test
    void a_delivery_that_does_not_exist_is_left_alone() {
        assertThat(repair(periodic("a-1"), List.of(), List.of("d-nobody")).waiting())
                .isEqualTo(1);
    }

    /** Events may wait for a consumer that is behind: the later of the two consumers, less the time to settle, decides. */
    @ParameterizedTest
    @CsvSource({
        // flights handled until, lines handled until, requested, accepted, waits
        ",                    ,                    2026-11-20T11:44:00Z, 2026-11-20T11:44:00Z, false",
        "2026-11-20T11:45:00Z,,                    2026-11-20T11:44:00Z, 2026-11-20T11:44:00Z, false",
        "2026-11-20T10:15:00Z,,                    2026-11-20T09:59:59Z, 2026-11-20T09:59:59Z, false",
        "2026-11-20T10:15:00Z,,                    2026-11-20T10:00:00Z, 2026-11-20T10:00:00Z, true",
        ",2026-11-20T10:15:00Z,                    2026-11-20T10:00:00Z, 2026-11-20T10:00:00Z, true",
        "2026-11-20T10:15:00Z,2026-11-20T11:15:00Z,2026-11-20T10:30:00Z, 2026-11-20T10:30:00Z, true",
        "2026-11-20T11:15:00Z,2026-11-20T10:15:00Z,2026-11-20T10:30:00Z, 2026-11-20T10:30:00Z, true",
        "2026-11-20T10:15:00Z,,                    2026-11-20T09:00:00Z, 2026-11-20T10:30:00Z, true",
        "2026-11-20T10:15:00Z,,                    2026-11-20T09:00:00Z,                     , false",
        "2026-11-20T10:15:00Z,,                    2026-11-20T10:30:00Z,                     , true",
    })
    void what_may_wait_at_a_consumer_is_left_alone(
            @Nullable Instant flights,
            @Nullable Instant lines,
            Instant requested,
            @Nullable Instant accepted,
            boolean waits) {
        ObjectNode delivery = delivery().put("requestedAt", requested.toString());
        String id = stored(
                accepted == null ? without(delivery, "acceptedAt") : delivery.put("acceptedAt", accepted.toString()));

        AuditSums sums = repair(1000)
                .repair(
                        periodic("a-1"),
                        NOW,
                        answer(Side.FLIGHT, List.of(id), flights),
                        answer(Side.LINE, List.of(id), lines))
                .block();

        assertThat(sums.waiting()).isEqualTo(waits ? 1 : 0);
        assertThat(sums.withoutFlight()).isEqualTo(waits ? 0 : 1);
        assertThat(outbox(id) == null).isEqualTo(waits);
    }

    @Test
    void a_delivery_that_cannot_be_announced_is_counted_and_the_others_are_announced() {
        String broken = stored(delivery().put("packageCount", "many"));
        String whole = stored(delivery());

        AuditSums sums = repair(periodic("a-1"), List.of(broken, whole), List.of());

        assertThat(sums.notRepaired()).containsExactly(broken);
        assertThat(sums.withoutFlight()).isEqualTo(2);
        assertThat(sums.withoutLine()).isZero();
        assertThat(sums.sentAgain()).isEqualTo(1);
        assertThat(outbox(whole)).isNotNull();
    }

    @Test
    void a_page_that_the_database_did_not_answer_for_in_time_is_repaired_later() {
        List<String> ids = List.of(stored(delivery()));
        Mono<AuditSums> late = repair(1000)
                .repair(periodic("a-1"), NOW, answer(Side.FLIGHT, ids, null), answer(Side.LINE, ids, null))
                .contextWrite(Deadline.after(Duration.ofNanos(1))::putInto);

        assertThatThrownBy(late::block).isInstanceOf(ProblemException.class);

        assertThat(counted("delivery.reconciliation.given.up")).isZero();
    }

    @Test
    void deliveries_are_announced_at_the_rate_for_repairs() {
        List<String> ids = List.of(stored(delivery()), stored(delivery()), stored(delivery()));
        long start = System.nanoTime();

        repair(10)
                .repair(periodic("a-1"), NOW, answer(Side.FLIGHT, ids, null), answer(Side.LINE, ids, null))
                .block();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    private AuditSums repair(Audit audit, List<String> notFlown, List<String> notBilled) {
        return repairAt(NOW, audit, notFlown, notBilled);
    }

    private AuditSums repairAt(Instant now, Audit audit, List<String> notFlown, List<String> notBilled) {
        return repair(1000)
                .repair(audit, now, answer(Side.FLIGHT, notFlown, null), answer(Side.LINE, notBilled, null))
                .block();
    }

    private AuditRepair repair(int rate) {
        return new AuditRepair(
                SERVICE.bean(Reannouncement.class),
                new ReconciliationProperties(
                        true,
                        Duration.ofHours(1),
                        Duration.ofHours(26),
                        Duration.ofMinutes(15),
                        100,
                        200,
                        rate,
                        Duration.ofHours(6),
                        Duration.ofMinutes(30),
                        Duration.ofSeconds(10),
                        Duration.ofDays(7)),
                meters);
    }

    private static Audit periodic(String id) {
        return audit(id, AuditReason.PERIODIC);
    }

    private static Audit audit(String id, AuditReason reason) {
        return Audit.of(id, NOW.minus(Duration.ofHours(26)), NOW, reason, 3600)
                .settledBefore(SETTLED_BEFORE.getEpochSecond());
    }

    private static AuditAnswer answer(Side side, List<String> missing, @Nullable Instant handledUntil) {
        List<AuditedDelivery> deliveries =
                missing.stream().map(id -> new AuditedDelivery(id, OWNER)).toList();
        return new AuditAnswer("answer", "audit", AuditAnswer.TYPE, 0, side, deliveries, handledUntil, 3600);
    }

    private static ObjectNode delivery() {
        ObjectNode delivery = (ObjectNode) JSON.readTree("""
                {"ownerId":"o-17","type":"delivery","year":2026,"month":11,"status":"accepted",
                 "pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},"expedited":false,
                 "packages":[{"packageId":"p-1","size":"small","weightKg":1.25},{"packageId":"p-2","size":"large","weightKg":7.5}],
                 "packageCount":2,"packagesWeightKg":8.75}""");
        return delivery.put("id", "d-" + UUID.randomUUID())
                .put("requestedAt", ACCEPTED.toString())
                .put("acceptedAt", ACCEPTED.toString());
    }

    /** A delivery that was announced once more already. */
    private static ObjectNode again(String cause, Duration ago, int times) {
        ObjectNode delivery = delivery();
        delivery.putObject("announcedAgain")
                .put("cause", cause)
                .put("at", NOW.minus(ago).toString())
                .put("times", times);
        return delivery;
    }

    private static ObjectNode without(ObjectNode delivery, String member) {
        delivery.remove(member);
        return delivery;
    }

    private static String stored(ObjectNode delivery) {
        SERVICE.store(List.of(delivery));
        return delivery.get("id").asString();
    }

    private static @Nullable JsonNode outbox(String deliveryId) {
        return read("outbox:" + deliveryId);
    }

    private static JsonNode document(String deliveryId) {
        return read(deliveryId);
    }

    private static @Nullable JsonNode read(String id) {
        return SERVICE.bean(DocumentContainer.class)
                .read(OWNER, id, JsonNode.class)
                .map(StoredDocument::value)
                .block();
    }

    private double counted(String name) {
        return meters.get(name).counter().count();
    }

    private double missing(String side) {
        return meters.get("delivery.reconciliation.missing")
                .tag("what", side)
                .counter()
                .count();
    }
}
