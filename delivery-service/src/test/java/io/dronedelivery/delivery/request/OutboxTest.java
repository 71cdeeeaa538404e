package io.dronedelivery.delivery.request;

import static io.dronedelivery.delivery.request.AcceptingService.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.delivery.request.TestSink.State;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.servicekit.cosmos.DocumentContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

/** What is accepted is sent, whatever happens after the answer. */
class OutboxTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String[] OFTEN = {"--delivery.outbox.sweep-interval=200ms", "--delivery.outbox.older-than=0s"};

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_could_not_be_sent_is_sent_by_a_later_sweep(String partitionKey) {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            service.sink().is(State.AWAY);
            String id = service.accepted(BODY);
            Awaitility.await()
                    .during(Duration.ofSeconds(1))
                    .atMost(PATIENCE)
                    .until(() -> service.pendingOutboxes() == 1);
            assertThat(service.sink().of(id)).isEmpty();

            service.sink().is(State.THERE);

            Awaitility.await().atMost(PATIENCE).until(() -> service.pendingOutboxes() == 0);
            assertThat(service.sink().of(id))
                    .extracting(CloudEvent::getId)
                    .contains(id + ":requested", id + ":package:1", id + ":package:2");
            assertThat(service.service()
                            .get("/api/deliveries/" + id)
                            .get("status")
                            .asText())
                    .isEqualTo("accepted");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_another_instance_left_behind_is_sent(String partitionKey) {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            service.sink().is(State.AWAY);
            List<String> ids = new ArrayList<>();
            for (int n = 0; n < 12; n++) {
                ids.add(service.accepted(BODY.replace("o-17", "o-" + n)));
            }
            service.sink().is(State.THERE);

            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(ids)
                    .allSatisfy(id -> assertThat(service.sink().of(id)).hasSizeGreaterThanOrEqualTo(3)));
            Awaitility.await().atMost(PATIENCE).until(() -> service.pendingOutboxes() == 0);
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
            assertThat(service.month("o-17").get("count").asInt()).isEqualTo(accepted.size());

            service.sink().is(State.THERE);
            Awaitility.await().atMost(PATIENCE).until(() -> service.pendingOutboxes() == 0);
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
