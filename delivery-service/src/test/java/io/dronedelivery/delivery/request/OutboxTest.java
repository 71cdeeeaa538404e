package io.dronedelivery.delivery.request;

import static io.dronedelivery.delivery.request.AcceptingService.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.outbox.DeliveryStore;
import io.dronedelivery.delivery.outbox.Outbox;
import io.dronedelivery.delivery.outbox.OutboxSender;
import io.dronedelivery.delivery.request.TestSink.State;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What is accepted is sent, whatever happens after the answer. */
class OutboxTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Map<String, String> TRACE =
            Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate", "vendor=1");
    private static final String[] OFTEN = {"--delivery.outbox.sweep-interval=200ms", "--delivery.outbox.older-than=0s"};

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_could_not_be_sent_is_sent_by_the_relay(String partitionKey) {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            service.sink().is(State.UNAVAILABLE);
            String id = service.accepted(BODY);
            int refused = service.sink().refusals();
            Awaitility.await().atMost(TIMEOUT).until(() -> service.sink().refusals() > refused + 1);
            assertThat(service.pendingOutboxes()).isEqualTo(1);
            assertThat(service.sink().of(id)).isEmpty();

            service.sink().is(State.THERE);

            Awaitility.await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);
            assertThat(service.sink().of(id))
                    .extracting(CloudEvent::getId)
                    .contains(id + ":requested", id + ":package:1", id + ":package:2");
            assertThat(service.service()
                            .get("/api/deliveries/" + id)
                            .get("status")
                            .asString())
                    .isEqualTo("accepted");
        }
    }

    /** Its clock was wrong by two hours, in either direction; that makes no difference. */
    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_an_instance_left_behind_that_died_after_storing_is_sent(String partitionKey) throws IOException {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            for (int n = 0; n < 12; n++) {
                store(service, "d-left-" + n, Instant.now().plus(Duration.ofHours(n % 2 == 0 ? 2 : -2)));
            }

            for (int n = 0; n < 12; n++) {
                String id = "d-left-" + n;
                Awaitility.await()
                        .atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(service.sink().of(id))
                                .extracting(CloudEvent::getId)
                                .contains(id + ":requested", id + ":package:1", id + ":package:2"));
                assertThat(service.sink().of(id)).allSatisfy(event -> {
                    assertThat(event.getExtension("traceparent")).isEqualTo(TRACE.get("traceparent"));
                    assertThat(event.getExtension("tracestate")).isEqualTo(TRACE.get("tracestate"));
                });
            }
            Awaitility.await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);
        }
    }

    /** The database's clock says how old it is, not the one of the instance that has stored it. */
    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_was_stored_a_moment_ago_is_left_to_whoever_stored_it_whatever_their_clock_showed(String partitionKey)
            throws IOException {
        try (AcceptingService service = AcceptingService.start(
                partitionKey, "--delivery.outbox.sweep-interval=100ms", "--delivery.outbox.older-than=1h")) {
            store(service, "d-young", Instant.now().minus(Duration.ofHours(2)));
            long runs = service.relayQueries();

            Awaitility.await().atMost(TIMEOUT).until(() -> service.relayQueries() > runs + 30);

            assertThat(service.sink().of("d-young")).isEmpty();
            assertThat(service.pendingOutboxes()).isEqualTo(1);
        }
    }

    /** As the acceptance does it, and nothing after it. */
    private static void store(AcceptingService service, String id, Instant since) throws IOException {
        RunningService running = service.service();
        DeliveryRequest request = running.bean(ObjectMapper.class).readValue(BODY, DeliveryRequest.class);
        Instant now = Instant.now();
        DeliveryDocument delivery = DeliveryDocument.of(request, id, now, now, 1);
        Outbox outbox = Outbox.pending(
                since, id, TRACE, running.bean(Announcement.class).of(delivery));
        assertThat(running.bean(DeliveryStore.class)
                        .accept(delivery, delivery.ownerId(), outbox)
                        .block())
                .isNotNull();
    }

    /** It was suspended, for example, and an audit has announced the delivery again meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_late_sender_does_not_empty_the_outbox_of_a_later_announcement(String partitionKey) {
        try (AcceptingService service = AcceptingService.start(partitionKey, "--delivery.outbox.older-than=1h")) {
            service.sink().is(State.SILENT);
            String id = service.accepted(BODY);
            announceAgain(service, partitionKey, id);

            service.sink().is(State.THERE);
            service.service().bean(OutboxSender.class).drained().block(TIMEOUT);

            assertThat(service.sink().of(id)).hasSize(3);
            assertThat(service.pendingOutboxes()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_late_sender_confirms_nothing_of_a_later_announcement(String partitionKey) {
        try (AcceptingService service =
                AcceptingService.withMessageLog(partitionKey, "--delivery.outbox.older-than=1h")) {
            service.sink().is(State.SILENT);
            service.messageLog().is(State.UNAVAILABLE);
            String id = service.accepted(BODY);
            announceAgain(service, partitionKey, id);

            service.sink().is(State.THERE);
            service.service().bean(OutboxSender.class).drained().block(TIMEOUT);

            assertThat(service.sink().of(id)).hasSize(3);
            assertThat(outbox(service, partitionKey, id).has("confirmed")).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_sender_empties_its_outbox_although_the_delivery_has_changed_meanwhile(String partitionKey) {
        try (AcceptingService service = AcceptingService.start(partitionKey, "--delivery.outbox.older-than=1h")) {
            service.sink().is(State.SILENT);
            String id = service.accepted(BODY);
            assertThat(service.service()
                            .bean(DocumentContainer.class)
                            .set("o-17", id, Map.of("status", "completed"))
                            .block())
                    .isTrue();

            service.sink().is(State.THERE);
            service.service().bean(OutboxSender.class).drained().block(TIMEOUT);

            assertThat(service.pendingOutboxes()).isZero();
        }
    }

    /** Puts another outbox in the place of the first one. */
    private static void announceAgain(AcceptingService service, String partitionKey, String id) {
        RunningService running = service.service();
        DeliveryStore deliveries = running.bean(DeliveryStore.class);
        assertThat(running.bean(DocumentContainer.class)
                        .set("o-17", outboxId(partitionKey, id), Map.of("outbox/status", "set-aside"))
                        .block())
                .isTrue();
        DeliveryDocument delivery =
                deliveries.delivery("o-17", id, DeliveryDocument.class).block();
        Outbox later = Outbox.pending(
                Instant.now().plus(Duration.ofMinutes(15)),
                id,
                Map.of(),
                running.bean(Announcement.class).of(delivery));
        assertThat(deliveries.sendAgain("o-17", later).block()).isTrue();
        assertThat(outbox(service, partitionKey, id).has("instance")).isFalse();
    }

    private static JsonNode outbox(AcceptingService service, String partitionKey, String id) {
        return service.service()
                .bean(DocumentContainer.class)
                .read("o-17", outboxId(partitionKey, id), JsonNode.class)
                .block()
                .value()
                .get("outbox");
    }

    private static String outboxId(String partitionKey, String id) {
        return partitionKey.equals("/id") ? id : "outbox:" + id;
    }

    @Test
    void what_is_being_stored_when_its_caller_goes_away_is_sent_without_the_relay() throws IOException {
        try (AcceptingService service = AcceptingService.start("/ownerId", "--delivery.outbox.older-than=1h")) {
            RunningService running = service.service();
            DeliveryRequest request = running.bean(ObjectMapper.class).readValue(BODY, DeliveryRequest.class);

            running.bean(Acceptance.class).accept(request, null).subscribe().dispose();

            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> service.sink().count() == 3 && service.pendingOutboxes() == 0);
        }
    }

    @Test
    void a_full_queue_refuses_stores_nothing_and_sends_what_it_had_accepted() {
        try (AcceptingService service = AcceptingService.withRoomFor(10)) {
            service.sink().is(State.SILENT);
            List<String> accepted = new ArrayList<>();
            ResponseSpec answer = service.post(BODY);
            while (answer.returnResult(Void.class).getStatus() == HttpStatus.ACCEPTED) {
                accepted.add("one");
                assertThat(accepted).hasSizeLessThan(10);
                answer = service.post(BODY);
            }

            service.post(BODY, "Idempotency-Key", "free")
                    .expectStatus()
                    .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
                    .expectHeader()
                    .exists("Retry-After")
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:unavailable");
            assertThat(service.deliveries("o-17")).isEqualTo(accepted.size());

            service.sink().is(State.THERE);
            Awaitility.await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);
            service.accepted(BODY.replace("o-17", "o-18"), "Idempotency-Key", "free");
        }
    }

    @Test
    void a_service_that_is_drained_refuses_what_is_new() {
        try (AcceptingService service = AcceptingService.start("/ownerId")) {
            service.service().bean(BoundedDispatcher.class).disable();

            service.post(BODY)
                    .expectStatus()
                    .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
                    .expectHeader()
                    .exists("Retry-After");
            assertThat(service.service().bean(DocumentContainer.class).keepsOwnersTogether())
                    .isTrue();
            assertThat(service.pendingOutboxes()).isZero();
        }
    }
}
