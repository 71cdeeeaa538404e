package io.dronedelivery.drone.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AssignmentTest {

    private static final PublishedEvents PUBLISHED = new PublishedEvents();

    private static RunningService byOwner;
    private static RunningService byId;

    /** How the container is partitioned; the handlers must not show it. */
    enum Key {
        OWNER_ID,
        ID;

        RunningService service() {
            return this == OWNER_ID ? byOwner : byId;
        }

        /** The service's own, but for what they publish with. */
        EventSubscription subscription() {
            return new AssignmentConfiguration()
                    .deliveryRequests(
                            service().bean(DocumentContainer.class),
                            service().bean(Fleet.class),
                            PUBLISHED,
                            service().bean(JsonMapper.class));
        }

        void handle(CloudEvent event) {
            handleLater(event).block();
        }

        Mono<Void> handleLater(CloudEvent event) {
            return subscription().handler(event.getType(), 1).handle(event);
        }
    }

    @BeforeAll
    static void start() {
        byOwner = start("/ownerId");
        byId = start("/id");
    }

    private static RunningService start(String partitionKey) {
        return DroneService.start(partitionKey, o -> o);
    }

    @AfterAll
    static void stop() {
        byOwner.close();
        byId.close();
    }

    @ParameterizedTest
    @EnumSource
    void the_last_event_makes_the_plan_a_flight_which_is_published(Key key) throws IOException {
        String id = key + "-complete";
        List<CloudEvent> events = RequestEvents.of(id, "ann", 2);
        key.handle(events.get(0));
        key.handle(events.get(1));
        notFlown(key, id);
        assertThat(utilization(key, "ann").get("flights").asInt()).isZero();

        key.handle(events.get(2));

        JsonNode flight = key.service().get("/api/dronedeliveries/" + id);
        assertThat(flight).hasSize(9);
        assertThat(flight.get("departedAt").asString()).isEqualTo("2026-11-21T12:05:00Z");
        assertThat(flight.get("capacityKg").decimalValue()).isEqualByComparingTo("5");
        assertThat(utilization(key, "ann").get("flights").asInt()).isEqualTo(1);
        assertThat(PUBLISHED.of(id)).hasSize(1);
        CloudEvent completed = PUBLISHED.of(id).get(0);
        assertThat(completed.getId()).isEqualTo(id + ":completed");
        assertThat(MessageSchemas.violations(
                        completed.getType(), completed.getData().toBytes()))
                .isEmpty();
        JsonNode data = new ObjectMapper().readTree(completed.getData().toBytes());
        assertThat(data.get("droneId")).isEqualTo(flight.get("droneId"));
        assertThat(data.get("completedAt")).isEqualTo(flight.get("arrivedAt"));
        assertThat(data.get("packagesWeightKg").decimalValue()).isEqualByComparingTo("3");
        assertThat(String.valueOf(completed.getExtension(EventAttributes.TRACE_PARENT)))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .doesNotContain("b7ad6b7169203331");
    }

    /** Also when the completion is published again, long after the tariff was changed. */
    @ParameterizedTest
    @EnumSource
    void the_completion_has_the_tariff_of_the_request(Key key) throws IOException {
        String id = key + "-tariff";
        List<CloudEvent> events = new ArrayList<>(RequestEvents.of(id, "tariff", 1));
        events.set(
                0,
                RequestEvents.event(
                        id,
                        "requested",
                        "DeliveryRequested",
                        RequestEvents.requested(id, "tariff", 1).put("tariffVersion", 7)));

        Stream.of(events, events).flatMap(List::stream).forEach(key::handle);

        assertThat(PUBLISHED.of(id)).hasSize(3).allSatisfy(completed -> {
            byte[] data = completed.getData().toBytes();
            assertThat(new ObjectMapper().readTree(data).path("tariffVersion").asInt())
                    .isEqualTo(7);
            assertThat(MessageSchemas.violations(completed.getType(), data)).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void any_order_makes_the_same_flight(Key key) {
        Random random = new Random(5);
        for (int round = 0; round < 4; round++) {
            String id = key + "-shuffled-" + round;
            List<CloudEvent> events = new ArrayList<>(RequestEvents.of(id, "shuffled", 7));
            Collections.shuffle(events, random);
            events.forEach(key::handle);

            assertThat(PUBLISHED.of(id)).hasSize(1);
        }
        assertThat(utilization(key, "shuffled").get("flights").asInt()).isEqualTo(4);
        assertThat(utilization(key, "shuffled").get("payloadKg").decimalValue()).isEqualByComparingTo("42");
    }

    @ParameterizedTest
    @EnumSource
    void events_that_come_several_times_at_the_same_time_make_one_flight(Key key) {
        String id = key + "-at-once";
        List<CloudEvent> events = RequestEvents.of(id, "at-once", 7);

        Flux.fromStream(Stream.of(events, events).flatMap(List::stream))
                .flatMap(key::handleLater, 16)
                .then()
                .block();

        assertThat(utilization(key, "at-once").get("flights").asInt()).isEqualTo(1);
        assertThat(PUBLISHED.of(id))
                .isNotEmpty()
                .allSatisfy(completed -> assertThat(completed.getData())
                        .isEqualTo(PUBLISHED.of(id).get(0).getData()));
    }

    @Test
    void a_completion_that_was_not_published_is_published_when_the_event_comes_again() {
        List<CloudEvent> events = RequestEvents.of("unpublished", "bob", 1);
        Key.ID.handle(events.get(0));
        PUBLISHED.refuse(1);

        assertThatThrownBy(() -> Key.ID.handle(events.get(1))).isInstanceOf(DependencyUnavailableException.class);
        assertThat(PUBLISHED.of("unpublished")).isEmpty();
        Key.ID.handle(events.get(1));

        assertThat(PUBLISHED.of("unpublished")).hasSize(1);
        assertThat(utilization(Key.ID, "bob").get("flights").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "ownerId, a b, ownerId must be 1 to 64",
        "ownerId, .., ownerId must be 1 to 64",
        "deliveryId, '', deliveryId must be 1 to 64",
        "packageCount, 0, packageCount must be at least 1",
        "packagesWeightKg, -1, packagesWeightKg must be above 0",
        "packagesWeightKg, 1e-2147483647, field packagesWeightKg: has more",
        "packagesWeightKg, 1e2147483646, field packagesWeightKg: has more",
        "packagesWeightKg, 201, the strongest carries 200 kg",
        "requestedAt, soon, requestedAt",
        "pickup, here, pickup",
    })
    void what_is_wrong_with_a_request_is_told_in_the_dead_letters(String member, String value, String reason) {
        ObjectNode data = RequestEvents.requested("wrong", "o-1", 1).put(member, value);
        if (value.equals("201")) {
            Key.ID.handle(RequestEvents.of("wrong", "o-1", 1).get(1));
        }

        assertThat(deadLetter(RequestEvents.event("wrong", "requested", "DeliveryRequested", data)))
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"number", "packageCount", "ownerId", "deliveryId", "packageId"})
    void what_a_package_lacks_is_told_in_the_dead_letters(String member) {
        ObjectNode data = RequestEvents.registered("lacking", "o-1", 1, 1);
        data.remove(member);

        assertThat(deadLetter(RequestEvents.event("lacking", "package:1", "PackageRegistered", data)))
                .contains(member);
    }

    @Test
    void a_place_that_is_not_on_earth_is_told_in_the_dead_letters() {
        ObjectNode data = RequestEvents.requested("lost", "o-1", 1);
        data.putObject("dropoff").put("latitude", 91).put("longitude", 0);

        assertThat(deadLetter(RequestEvents.event("lost", "requested", "DeliveryRequested", data)))
                .contains("dropoff must be on earth");
    }

    private static String deadLetter(CloudEvent event) {
        RetryProperties impatient =
                new RetryProperties(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMinutes(1));
        Outcome outcome = new EventProcessor(
                        Key.ID.subscription(), impatient, MessageSpans.none("test"), new SimpleMeterRegistry())
                .process(() -> event)
                .block();
        assertThat(outcome).isInstanceOf(Outcome.DeadLetter.class);
        return ((Outcome.DeadLetter) outcome).description();
    }

    private static void notFlown(Key key, String id) {
        key.service()
                .http()
                .get()
                .uri("/api/dronedeliveries/" + id)
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    private static JsonNode utilization(Key key, String owner) {
        return key.service().get("/api/dronedeliveries/utilization?year=2026&month=11&ownerId=" + owner);
    }
}
