package io.dronedelivery.delivery.request;

import static io.dronedelivery.delivery.request.AcceptingService.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;

class AcceptanceTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** They end with the JVM: mutation tests begin and end this class for each of its tests. */
    private static final AcceptingService BY_OWNER = AcceptingService.start("/ownerId");

    private static final AcceptingService BY_ID = AcceptingService.start("/id");

    /** How the container is partitioned; callers must not see it. */
    enum Key {
        OWNER_ID,
        ID;

        AcceptingService service() {
            return this == OWNER_ID ? BY_OWNER : BY_ID;
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_accepted_delivery_is_stored_and_announced(Key key) throws IOException {
        JsonNode answer = key.service()
                .post(BODY, "traceparent", TRACE)
                .expectStatus()
                .isAccepted()
                .expectHeader()
                .valueMatches("Location", "/api/deliveries/d-[0-9a-f]{32}")
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
        String id = answer.get("deliveryId").asString();

        assertThat(answer).hasSize(2);
        assertThat(answer.get("status").asString()).isEqualTo("accepted");
        JsonNode delivery = key.service().service().get("/api/deliveries/" + id);
        assertThat(delivery.get("status").asString()).isEqualTo("accepted");
        assertThat(delivery.get("packageCount").asInt()).isEqualTo(2);
        assertThat(delivery.get("packagesWeightKg").decimalValue()).isEqualByComparingTo("8.75");
        assertThat(delivery.has("outbox")).isFalse();

        List<CloudEvent> events = announced(key, id, 3);
        assertThat(events)
                .extracting(CloudEvent::getId)
                .containsExactly(id + ":requested", id + ":package:1", id + ":package:2");
        for (CloudEvent event : events) {
            assertThat(MessageSchemas.violations(
                            event.getType(), event.getData().toBytes()))
                    .isEmpty();
            assertThat(event.getExtension(EventAttributes.PARTITION_KEY)).isEqualTo(id);
            assertThat(String.valueOf(event.getExtension(EventAttributes.TRACE_PARENT)))
                    .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                    .doesNotContain("b7ad6b7169203331");
        }
        assertThat(tariffVersion(events)).isEqualTo(1);
        JsonNode parcel = new ObjectMapper().readTree(events.get(2).getData().toBytes());
        assertThat(parcel.get("size").asString()).isEqualTo("large");
        assertThat(parcel.get("number").asInt()).isEqualTo(2);
        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(key.service().pendingOutboxes()).isZero());
    }

    @Test
    void delivery_and_events_are_stored_in_one_transaction() {
        assertThat(BY_OWNER.service().dataCalls(() -> announced(Key.OWNER_ID, BY_OWNER.accepted(BODY), 3)))
                .extracting(CosmosCall::operation)
                .contains("batch")
                .doesNotContain("create-document");
    }

    @ParameterizedTest
    @EnumSource
    void the_same_key_and_body_are_the_same_delivery_and_the_same_answer(Key key) {
        String first = key.service().accepted(BODY, "Idempotency-Key", "again");
        String reordered = """
                {"expedited":false,"packages":[{"weightKg":1.250e0,"size":"small"},{"size":"large","weightKg":7.50}],
                 "dropoff":{"longitude":-1.2233e2,"latitude":47.610},"pickup":{"latitude":47.64,"longitude":-122.13},"ownerId":"o-17"}""".replace("1.250e0", "1.25");

        assertThat(key.service().accepted(BODY, "Idempotency-Key", "again")).isEqualTo(first);
        assertThat(key.service().accepted(reordered, "Idempotency-Key", "again"))
                .isEqualTo(first);
        assertThat(key.service().accepted(BODY, "Idempotency-Key", "another")).isNotEqualTo(first);
        assertThat(announced(key, first, 3)).hasSize(3);
    }

    @Test
    void what_is_beyond_fifteen_decimals_of_a_place_is_rounded() {
        String exact = BODY.replace("47.64", "47.1234567890123454321").replace("-122.33", "-1e-400");

        String delivery = Key.OWNER_ID.service().accepted(exact, "Idempotency-Key", "exact");

        assertThat(Key.OWNER_ID.service().accepted(exact.replace("454321", "45"), "Idempotency-Key", "exact"))
                .isEqualTo(delivery);
        assertThat(announced(Key.OWNER_ID, delivery, 3))
                .anySatisfy(event -> assertThat(new String(event.getData().toBytes(), StandardCharsets.UTF_8))
                        .contains("47.123456789012345"));
    }

    @Test
    void a_place_is_rounded_however_small_its_exponent_is() {
        String tiny = BODY.replace("47.64", "1e-999999999").replace("-122.33", "-1e-2147483647");

        String delivery = BY_OWNER.accepted(tiny, "Idempotency-Key", "tiny");

        assertThat(BY_OWNER.accepted(tiny.replace("1e-999999999", "0"), "Idempotency-Key", "tiny"))
                .isEqualTo(delivery);
    }

    /** Reservations are kept for days: another text of the same request would refuse what an instance of before has accepted. */
    @Test
    void a_request_has_the_fingerprint_that_earlier_releases_gave_it() throws IOException {
        DeliveryRequest request = BY_OWNER.service()
                .bean(JsonMapper.class)
                .readValue(BODY.replace("1.25", "10.0").replace(",\"expedited\":false", ""), DeliveryRequest.class);

        Reservation reservation = BY_OWNER.service()
                .bean(Reservations.class)
                .reserve(new IdempotencyKey("fingerprint"), request, "d-fingerprint", Instant.EPOCH, 1)
                .block();

        String canonical = """
                {"ownerId":"o-17","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},\
                "packages":[{"size":"small","weightKg":10},{"size":"large","weightKg":7.5}],"expedited":false}""";
        assertThat(reservation.fingerprint()).isEqualTo(Sha256.hex(canonical));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"expedited\":null"})
    void what_is_not_said_to_be_expedited_is_not(String member) {
        String id = BY_OWNER.accepted(BODY.replace(",\"expedited\":false", member));

        assertThat(BY_OWNER.service().get("/api/deliveries/" + id).get("expedited"))
                .isEqualTo(BooleanNode.FALSE);
    }

    @ParameterizedTest
    @EnumSource
    void the_same_key_at_the_same_time_is_one_delivery(Key key) {
        String body = BODY.replace("o-17", "at-once");

        List<String> ids = Flux.range(0, 8)
                .flatMap(
                        n -> Mono.fromCallable(() -> key.service().accepted(body, "Idempotency-Key", "at once ~!"))
                                .subscribeOn(Schedulers.boundedElastic()),
                        8)
                .collectList()
                .block();

        assertThat(ids).hasSize(8).containsOnly(ids.get(0));
        assertThat(key.service().deliveries("at-once")).isEqualTo(1);
        assertThat(announced(key, ids.get(0), 3)).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void the_key_of_an_owner_is_nobody_elses(Key key) {
        String delivery = key.service().accepted(BODY, "Idempotency-Key", "of two");

        assertThat(key.service().accepted(BODY.replace("o-17", "o-18"), "Idempotency-Key", "of two"))
                .isNotEqualTo(delivery);
    }

    @ParameterizedTest
    @EnumSource
    void the_same_key_with_another_body_is_refused(Key key) {
        key.service().accepted(BODY, "Idempotency-Key", "mine");

        for (String other : List.of(BODY.replace("7.5}", "7.51}"), BODY.replace("false", "true"))) {
            key.service()
                    .post(other, "Idempotency-Key", "mine")
                    .expectStatus()
                    .isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT)
                    .expectHeader()
                    .contentType("application/problem+json")
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:idempotency-key-reused")
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("Idempotency-Key");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_ended_after_its_reservation_is_completed_by_the_next_with_its_key(Key key) throws IOException {
        Reservations reservations = key.service().service().bean(Reservations.class);
        DeliveryRequest request = key.service()
                .service()
                .bean(ObjectMapper.class)
                .readValue(BODY.replace("o-17", "crashed"), DeliveryRequest.class);
        Reservation left = reservations
                .reserve(
                        new IdempotencyKey("crash"),
                        request,
                        "d-of-the-crash",
                        Instant.parse("2026-10-31T23:59:59Z"),
                        7)
                .block();

        String id = key.service().accepted(BODY.replace("o-17", "crashed"), "Idempotency-Key", "crash");

        assertThat(id).isEqualTo(left.deliveryId());
        assertThat(key.service()
                        .service()
                        .get("/api/deliveries/" + id)
                        .get("requestedAt")
                        .asString())
                .isEqualTo("2026-10-31T23:59:59Z");
        List<CloudEvent> events = announced(key, id, 3);
        assertThat(events).hasSize(3);
        assertThat(tariffVersion(events)).isEqualTo(7);
    }

    private static int tariffVersion(List<CloudEvent> events) {
        return new ObjectMapper()
                .readTree(events.get(0).getData().toBytes())
                .path("tariffVersion")
                .asInt();
    }

    @Test
    void a_key_that_is_none_is_refused() {
        for (String key : List.of("a".repeat(256), "caf\u00e9")) {
            BY_OWNER.post(BODY, "Idempotency-Key", key)
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("Idempotency-Key");
        }
        BY_OWNER.accepted(BODY, "Idempotency-Key", "a".repeat(255));
    }

    private static List<CloudEvent> announced(Key key, String id, int events) {
        return Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> key.service().sink().of(id), sent -> sent.size() >= events);
    }
}
