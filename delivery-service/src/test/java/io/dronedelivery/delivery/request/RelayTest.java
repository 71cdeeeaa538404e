package io.dronedelivery.delivery.request;

import static io.dronedelivery.delivery.request.AcceptingService.BODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.CloudEvent;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.lease.LeaseRuns;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.lease.RunningInstances;
import io.dronedelivery.delivery.outbox.DeliveryStore;
import io.dronedelivery.delivery.outbox.Outbox;
import io.dronedelivery.delivery.request.TestSink.State;
import io.dronedelivery.servicekit.testing.MessageSchemas;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sending what was left behind: by several instances, much of it, whatever is wrong with some of it. */
class RelayTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final String[] OFTEN = {"--delivery.outbox.sweep-interval=100ms", "--delivery.outbox.older-than=0s"};
    private static final JsonMapper JSON = JsonMapper.shared();

    /** An outbox as the first version with one has stored it: there was no tracestate, and nothing of confirmed sinks. */
    private static final String FIRST_SHAPE = """
            {"id":"outbox:d-old","ownerId":"o-17","type":"outbox","outbox":{"status":"pending","since":"2026-11-20T12:00:00.123Z",\
            "deliveryId":"d-old","traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","events":[\
            {"channel":"delivery-requests","id":"d-old:requested","type":"DeliveryRequested","version":1,"data":{"deliveryId":"d-old",\
            "ownerId":"o-17","requestedAt":"2026-11-20T12:00:00.120Z","pickup":{"latitude":47.64,"longitude":-122.13},\
            "dropoff":{"latitude":47.61,"longitude":-122.33},"expedited":false,"packageCount":1,"packagesWeightKg":1.25}},\
            {"channel":"delivery-requests","id":"d-old:package:1","type":"PackageRegistered","version":1,"data":{"deliveryId":"d-old",\
            "ownerId":"o-17","packageId":"d-old-1","size":"small","weightKg":1.25,"number":1,"packageCount":1}}]}}""";

    private static String[] often(String... more) {
        return Stream.of(OFTEN, more).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static void store(RunningService running, String id) throws IOException {
        storeOf(running, "o-17", id);
    }

    private static double meter(AcceptingService service, String name) {
        return service.service()
                .bean(MeterRegistry.class)
                .find(name)
                .meters()
                .iterator()
                .next()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    /** The second version added the tracestate, the present one the sinks that have the events already. */
    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void outboxes_of_earlier_versions_are_sent(String partitionKey) throws IOException {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            ObjectNode first = stored("d-first", partitionKey);
            ObjectNode untraced = stored("d-untraced", partitionKey);
            ((ObjectNode) untraced.get("outbox")).remove("traceparent");
            ObjectNode second = stored("d-second", partitionKey);
            ((ObjectNode) second.get("outbox")).put("tracestate", "vendor=1");
            service.service().store(List.of(first, untraced, second));

            await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);

            for (String id : List.of("d-first", "d-untraced", "d-second")) {
                assertThat(service.sink().of(id))
                        .extracting(CloudEvent::getId)
                        .containsExactly(id + ":requested", id + ":package:1");
                assertThat(service.sink().of(id))
                        .allSatisfy(event -> assertThat(MessageSchemas.violations(
                                        event.getType(), event.getData().toBytes()))
                                .isEmpty());
            }
            assertThat(service.sink().of("d-first").get(0).getExtension("traceparent"))
                    .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
            assertThat(service.sink().of("d-second").get(0).getExtension("tracestate"))
                    .isEqualTo("vendor=1");
            assertThat(service.sink().of("d-untraced").get(0).getExtension("traceparent"))
                    .isNull();
        }
    }

    /** {@link #FIRST_SHAPE} of another delivery, as it is stored with that partition key. */
    private static ObjectNode stored(String id, String partitionKey) {
        ObjectNode document = (ObjectNode) JSON.readTree(FIRST_SHAPE.replace("d-old", id));
        // With the other key it was a member of the delivery.
        return partitionKey.equals("/id") ? document.put("id", id).put("type", "delivery") : document;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void what_cannot_be_read_is_set_aside_told_and_listed_and_the_others_are_sent(String partitionKey)
            throws IOException {
        try (AcceptingService service = AcceptingService.start(partitionKey, OFTEN)) {
            String id = partitionKey.equals("/id") ? "d-broken" : "outbox:d-broken";
            ObjectNode broken = (ObjectNode) JSON.readTree(FIRST_SHAPE.replace("d-old", "d-broken"));
            broken.put("id", id);
            ((ObjectNode) broken.at("/outbox/events/1")).remove("type");
            service.service().store(List.of(broken));
            for (int n = 0; n < 5; n++) {
                store(service.service(), "d-whole-" + n);
            }

            await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);

            for (int n = 0; n < 5; n++) {
                assertThat(service.sink().of("d-whole-" + n)).hasSizeGreaterThanOrEqualTo(3);
            }
            assertThat(service.sink().of("d-broken")).isEmpty();
            JsonNode listed =
                    service.service().get("/internal/outbox/set-aside").get("outboxes");
            assertThat(listed).hasSize(1);
            assertThat(listed.get(0).get("id").asString()).isEqualTo(id);
            assertThat(listed.get(0).get("ownerId").asString()).isEqualTo("o-17");
            assertThat(listed.get(0).get("reason").asString()).contains("outbox.events.type is missing");
            await().atMost(TIMEOUT).until(() -> meter(service, "delivery.outbox.set.aside") == 1);
            JsonNode health = service.service().get("/actuator/health").at("/components/outbox/details");
            assertThat(health.get("setAside").asInt()).isEqualTo(1);
            assertThat(health.get("leases").asInt()).isPositive();
        }
    }

    @Test
    void what_was_set_aside_is_tried_again_when_somebody_asks_for_it() throws IOException {
        try (AcceptingService service = AcceptingService.start("/ownerId", OFTEN)) {
            ObjectNode fixed = (ObjectNode) JSON.readTree(FIRST_SHAPE);
            ((ObjectNode) fixed.get("outbox"))
                    .put("status", "set-aside")
                    .put("reason", "unreadable: of a newer version");
            service.service().store(List.of(fixed));

            service.service()
                    .http()
                    .post()
                    .uri("/internal/outbox/set-aside/retry?ownerId=o-17&id=outbox:d-nobody")
                    .exchange()
                    .expectStatus()
                    .isNotFound();
            service.service()
                    .http()
                    .post()
                    .uri("/internal/outbox/set-aside/retry?ownerId=o-17&id=outbox:d-old")
                    .exchange()
                    .expectStatus()
                    .isOk();

            await().atMost(TIMEOUT).until(() -> service.sink().of("d-old").size() >= 2);
            assertThat(service.service().get("/internal/outbox/set-aside").get("outboxes"))
                    .isEmpty();
        }
    }

    @Test
    void those_that_are_refused_each_time_keep_no_other_from_its_turn() throws IOException {
        try (AcceptingService service = AcceptingService.start("/ownerId", often("--delivery.outbox.page-size=5"))) {
            service.sink().refuses(event -> event.key().startsWith("d-refused"));
            for (int n = 0; n < 20; n++) {
                store(service.service(), "d-refused-" + n);
            }
            for (int n = 0; n < 40; n++) {
                store(service.service(), "d-fine-" + n);
            }

            await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 20);

            for (int n = 0; n < 40; n++) {
                assertThat(service.sink().of("d-fine-" + n)).hasSizeGreaterThanOrEqualTo(3);
            }
            await().atMost(TIMEOUT).until(() -> meter(service, "delivery.outbox.waiting") == 20);
            await().atMost(TIMEOUT).until(() -> meter(service, "delivery.outbox.oldest.age") > 0);
            assertThat(meter(service, "delivery.leases.held")).isGreaterThanOrEqualTo(1);

            service.sink().refuses(event -> false);
            await().atMost(TIMEOUT).until(() -> meter(service, "delivery.outbox.waiting") == 0);
            assertThat(meter(service, "delivery.outbox.oldest.age")).isZero();
        }
    }

    /** All that one query finds takes longer to send than the query may take. */
    @Test
    void the_time_of_a_query_is_not_the_time_of_what_is_sent_after_it() throws IOException {
        try (AcceptingService service = AcceptingService.start(
                "/ownerId", often("--cosmos.operation-timeout=3s", "--delivery.outbox.sweep-concurrency=1"))) {
            service.sink().takes(Duration.ofMillis(600));
            for (int n = 0; n < 4; n++) {
                store(service.service(), "d-slow-" + n);
            }

            await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);

            for (int n = 0; n < 4; n++) {
                assertThat(service.sink().of("d-slow-" + n)).hasSizeBetween(3, 6);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ownerId", "/id"})
    void a_sink_that_has_the_events_does_not_get_them_again_because_the_other_one_is_away(String partitionKey) {
        try (AcceptingService service = AcceptingService.withMessageLog(partitionKey, OFTEN)) {
            service.messageLog().is(State.UNAVAILABLE);
            String id = service.accepted(BODY);
            int refused = service.messageLog().refusals();
            await().atMost(TIMEOUT).until(() -> service.messageLog().refusals() > refused + 4);
            assertThat(service.sink().of(id)).hasSize(3);

            service.messageLog().is(State.THERE);

            await().atMost(TIMEOUT).until(() -> service.pendingOutboxes() == 0);
            assertThat(service.sink().of(id)).hasSize(3);
            assertThat(service.messageLog().of(id)).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void two_instances_share_the_work_and_each_delivery_is_sent_by_one_of_them() throws IOException {
        String[] settings = often("--delivery.leases.duration=1h");
        try (AcceptingService one = AcceptingService.start("/ownerId", settings);
                AcceptingService two = one.beside(settings)) {
            Leases leasesOfOne = one.service().bean(Leases.class);
            Leases leasesOfTwo = two.service().bean(Leases.class);
            await().atMost(TIMEOUT).until(() -> !leasesOfOne.all().isEmpty());
            LeaseRuns.share(leasesOfOne, leasesOfTwo);
            int deliveries = 60;
            for (int n = 0; n < deliveries; n++) {
                storeOf(one.service(), "o-" + n, "d-shared-" + n);
            }
            LeaseRuns.share(leasesOfOne, leasesOfTwo);

            await().atMost(TIMEOUT).until(() -> {
                LeaseRuns.share(leasesOfOne, leasesOfTwo);
                return one.pendingOutboxes() == 0;
            });

            assertThat(one.sink().count() + two.sink().count()).isEqualTo(3 * deliveries);
            assertThat(one.sink().count()).isPositive();
            assertThat(two.sink().count()).isPositive();
        }
    }

    @Test
    void an_instance_that_can_send_nothing_leaves_its_range_to_one_that_can() throws IOException {
        String[] settings = often("--delivery.leases.duration=1h", "--delivery.outbox.give-up-after=300ms");
        try (AcceptingService one = AcceptingService.start("/ownerId", settings);
                AcceptingService two = one.beside(settings)) {
            one.sink().is(State.UNAVAILABLE);
            Leases leasesOfOne = one.service().bean(Leases.class);
            await().atMost(TIMEOUT).until(() -> !leasesOfOne.all().isEmpty());
            for (int n = 0; n < 20; n++) {
                storeOf(one.service(), "o-" + n, "d-left-" + n);
            }

            await().atMost(TIMEOUT).until(() -> {
                LeaseRuns.share(leasesOfOne, two.service().bean(Leases.class));
                return one.pendingOutboxes() == 0;
            });

            assertThat(one.sink().count()).isZero();
        }
    }

    @Test
    void what_an_instance_could_not_send_is_sent_by_another_one() {
        String[] settings = often(
                "--delivery.leases.duration=1h",
                "--delivery.outbox.abandoned-after=1h",
                "--delivery.outbox.give-up-after=300ms");
        try (AcceptingService one = AcceptingService.start("/ownerId", settings);
                AcceptingService two = one.beside(settings)) {
            one.sink().is(State.UNAVAILABLE);
            acceptTwenty(one);

            await().atMost(TIMEOUT).until(() -> {
                share(one, two);
                return one.pendingOutboxes() == 0;
            });

            assertThat(one.sink().count()).isZero();
            assertThat(two.sink().count()).isGreaterThanOrEqualTo(60);
        }
    }

    @Test
    void what_waits_in_the_queue_of_a_running_instance_is_left_to_it() {
        String[] settings = often("--delivery.leases.duration=1h", "--delivery.outbox.abandoned-after=1h");
        // The relay of one, which could send again what its own queue has just sent, does not run.
        try (AcceptingService one = AcceptingService.start(
                        "/ownerId", "--delivery.leases.duration=1h", "--delivery.outbox.sweep-interval=1h");
                AcceptingService two = one.beside(settings)) {
            one.sink().is(State.SILENT);
            acceptTwenty(one);
            share(one, two);
            long queries = two.relayQueries();
            await().atMost(TIMEOUT).until(() -> two.relayQueries() > queries + 30);

            one.sink().is(State.THERE);

            await().atMost(TIMEOUT).until(() -> one.pendingOutboxes() == 0);
            assertThat(two.sink().count()).isZero();
            assertThat(one.sink().count()).isEqualTo(60);
        }
    }

    @Test
    void what_waited_in_the_queue_of_an_instance_that_ended_is_sent_by_another_one() {
        String[] settings = often("--delivery.leases.duration=1h", "--delivery.outbox.abandoned-after=1h");
        try (AcceptingService one = AcceptingService.start("/ownerId", settings);
                AcceptingService two = one.beside(settings)) {
            one.sink().is(State.SILENT);
            acceptTwenty(one);
            share(one, two);

            String id = "instance:" + one.service().bean(RunningInstances.class).self();
            assertThat(one.service()
                            .bean(DocumentContainer.class)
                            .delete(id, id, null)
                            .block())
                    .isTrue();

            await().atMost(TIMEOUT).until(() -> two.sink().count() > 0);
            one.sink().is(State.THERE);
            await().atMost(TIMEOUT).until(() -> one.pendingOutboxes() == 0);
        }
    }

    @Test
    void what_a_running_instance_has_not_sent_for_too_long_is_sent_by_another_one() {
        String[] settings = often("--delivery.leases.duration=1h", "--delivery.outbox.abandoned-after=1s");
        try (AcceptingService one = AcceptingService.start("/ownerId", settings);
                AcceptingService two = one.beside(settings)) {
            one.sink().is(State.SILENT);
            acceptTwenty(one);
            share(one, two);

            await().atMost(TIMEOUT).until(() -> two.sink().count() > 0);
            one.sink().is(State.THERE);
            await().atMost(TIMEOUT).until(() -> one.pendingOutboxes() == 0);
        }
    }

    /** Has the leases and the sign of life of this instance before it accepts anything. */
    private static void acceptTwenty(AcceptingService service) {
        RunningInstances instances = service.service().bean(RunningInstances.class);
        await().atMost(TIMEOUT)
                .until(() ->
                        instances.isRunning(instances.self(), Instant.EPOCH).block());
        await().atMost(TIMEOUT)
                .until(() -> !service.service().bean(Leases.class).all().isEmpty());
        for (int n = 0; n < 20; n++) {
            service.accepted(BODY.replace("o-17", "o-" + n));
        }
    }

    private static void share(AcceptingService one, AcceptingService two) {
        LeaseRuns.share(one.service().bean(Leases.class), two.service().bean(Leases.class));
    }

    private static void storeOf(RunningService running, String ownerId, String id) throws IOException {
        DeliveryRequest request =
                running.bean(ObjectMapper.class).readValue(BODY.replace("o-17", ownerId), DeliveryRequest.class);
        Instant now = Instant.now();
        DeliveryDocument delivery = DeliveryDocument.of(request, id, now, now, 1);
        Outbox outbox = Outbox.pending(
                Instant.now(), id, Map.of(), running.bean(Announcement.class).of(delivery));
        assertThat(running.bean(DeliveryStore.class)
                        .accept(delivery, ownerId, outbox)
                        .block())
                .isNotNull();
    }
}
