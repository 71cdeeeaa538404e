package io.dronedelivery.delivery.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import io.dronedelivery.delivery.lease.Lease;
import io.dronedelivery.delivery.lease.LeaseRuns;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.lease.RunningInstances;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchProperties;
import io.dronedelivery.messaging.dispatch.DispatchSink;
import io.dronedelivery.messaging.dispatch.SinkKind;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Single passes of the relay: what it sends, leaves and sets aside, and when it leaves a range to others. */
class OutboxRelayTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofHours(1);

    /** A pass begins this time after everything that is stored, by the clock of the database. */
    private static final Duration LATER = Duration.ofSeconds(10);

    /** The second failure comes later than this after the first one. */
    private static final Duration AT_THE_SECOND_FAILURE = Duration.ofNanos(1);

    private static final String OWNER = "o-17";
    private static final int ROOM = 20;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Ends with the JVM: mutation tests begin and end this class for each of its tests. */
    private static final RunningService SERVICE = DeliveryService.start(
            "/ownerId",
            o -> o.partitions(2),
            "--delivery.reconciliation.enabled=false",
            "--delivery.outbox.sweep-interval=1h",
            "--delivery.leases.duration=" + LEASE);

    private final DocumentContainer documents = SERVICE.bean(DocumentContainer.class);
    private final DeliveryStore deliveries = SERVICE.bean(DeliveryStore.class);
    private final RunningInstances instances = SERVICE.bean(RunningInstances.class);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OutboxFigures figures = new OutboxFigures(deliveries, meters);
    private final AtomicLong clock = new AtomicLong();
    private final TestedSink broker = new TestedSink("broker");
    private final TestedSink messageLog = new TestedSink("log");
    private final BoundedDispatcher dispatcher = dispatcher(broker);
    private final OutboxSender sender = new OutboxSender(dispatcher, deliveries, instances);
    private Leases leases;

    /** Remembers which deliveries it got, and answers as a test wants it to. */
    private static final class TestedSink implements DispatchSink {

        private final String name;
        private final AtomicInteger calls = new AtomicInteger();
        private final Queue<String> written = new ConcurrentLinkedQueue<>();
        private volatile Function<String, Mono<Void>> answer = delivery -> Mono.empty();

        TestedSink(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Mono<Void> write(List<OutboundEvent> events) {
            String delivery = events.get(0).key();
            return Mono.defer(() -> {
                        calls.incrementAndGet();
                        return answer.apply(delivery);
                    })
                    .then(Mono.fromRunnable(() ->
                            events.forEach(event -> written.add(event.event().getId()))));
        }

        void fails(String delivery) {
            answer = of -> of.equals(delivery) ? Mono.error(new IllegalStateException("away")) : Mono.empty();
        }

        void works() {
            answer = delivery -> Mono.empty();
        }
    }

    @BeforeEach
    void haveAllRangesAndNoOutbox() {
        documents
                .everywhere(DocumentQuery.of("test-outboxes", "SELECT c.id FROM c WHERE c.type = 'outbox'"))
                .concatMap(outbox -> documents.delete(OWNER, outbox.get("id").asString(), null))
                .blockLast(TIMEOUT);
        leases = LeaseRuns.holding(
                documents,
                OutboxRelay.names(deliveries).block(TIMEOUT),
                UUID.randomUUID().toString(),
                LEASE,
                clock);
        assertThat(held()).hasSize(2);
    }

    @AfterEach
    void end() {
        dispatcher.close();
    }

    @Test
    void what_is_left_behind_is_sent_and_what_waits_in_the_queue_of_a_running_instance_is_left_to_it() {
        documents
                .create(Map.of("id", "instance:running", "ownerId", "instance:running", "type", "instance"))
                .block(TIMEOUT);
        stored("d-anybodys", null);
        stored("d-own", instances.self());
        stored("d-of-ended", "ended");
        stored("d-of-running", "running");

        assertThat(pass(relay())).isEqualTo(3);

        assertThat(broker.written)
                .containsExactlyInAnyOrder(
                        "d-anybodys:1", "d-anybodys:2", "d-own:1", "d-own:2", "d-of-ended:1", "d-of-ended:2");
        assertThat(pending()).containsExactly("d-of-running");
        assertThat(meters.get("delivery.outbox.relayed").counter().count()).isEqualTo(3);
        assertThat(pass(relay(Duration.ZERO, LATER.dividedBy(2), LEASE, 100))).isEqualTo(1);
        assertThat(pending()).isEmpty();
    }

    @Test
    void what_was_stored_a_moment_ago_is_left_alone() {
        stored("d-young", null);

        assertThat(pass(relay(LATER.multipliedBy(2), LEASE, LEASE, 100))).isZero();
        assertThat(broker.calls).hasValue(0);
        assertThat(pass(relay(LATER.dividedBy(2), LEASE, LEASE, 100))).isEqualTo(1);
    }

    @Test
    void a_pass_goes_on_to_the_end_whatever_is_refused() {
        for (int n = 0; n < 7; n++) {
            stored("d-" + n, null);
        }
        broker.fails("d-1");
        OutboxRelay relay = relay(Duration.ZERO, LEASE, LEASE, 2);

        assertThat(pass(relay)).isEqualTo(6);

        assertThat(pending()).containsExactly("d-1");
        assertThat(figures.waiting()).isEqualTo(1);
        broker.works();
        assertThat(pass(relay)).isEqualTo(1);
        assertThat(figures.waiting()).isZero();
        assertThat(pass(relay)).isZero();
    }

    @Test
    void what_waits_is_counted_before_it_is_sent() {
        stored("d-1", null);
        AtomicLong counted = new AtomicLong();
        broker.answer = delivery -> Mono.fromRunnable(() -> counted.set((long) figures.waiting()));

        pass(relay());

        assertThat(counted).hasValue(1);
        assertThat(figures.waiting()).isZero();
    }

    @Test
    void a_pass_ends_with_the_lease() {
        for (int n = 0; n < 4; n++) {
            stored("d-" + n, null);
        }
        broker.answer = delivery -> Mono.fromRunnable(() -> clock.addAndGet(LEASE.toNanos()));

        assertThat(pass(relay(Duration.ZERO, LEASE, LEASE, 2, 1))).isEqualTo(1);

        assertThat(pending()).hasSize(3);
        assertThat(relay().run().block(TIMEOUT)).isZero();
        assertThat(pending()).hasSize(3);
    }

    @Test
    void what_can_never_be_sent_is_set_aside_and_counted_and_the_others_are_sent() {
        OutboxRelay relay = relay();
        assertThat(pass(relay)).isZero();
        ObjectNode empty = outbox("d-empty");
        ((ObjectNode) empty.get("outbox")).putArray("events");
        ObjectNode broken = outbox("d-broken");
        ((ObjectNode) broken.at("/outbox/events/1")).remove("type");
        documents.create(empty).block(TIMEOUT);
        documents.create(broken).block(TIMEOUT);
        stored("d-large", null);
        stored("d-whole", null);
        broker.answer = delivery -> delivery.equals("d-large")
                ? Mono.error(new EventTooLargeException("2 MB", new IllegalStateException()))
                : Mono.empty();

        assertThat(pass(relay)).isEqualTo(1);

        assertThat(broker.written).containsExactly("d-whole:1", "d-whole:2");
        assertThat(pending()).isEmpty();
        assertThat(reason("d-empty")).isEqualTo("unreadable: outbox.events is empty");
        assertThat(reason("d-broken")).startsWith("unreadable: ").contains("outbox.events.type is missing");
        assertThat(reason("d-large")).isEqualTo("too large: 2 MB");
        assertThat(figures.setAside()).isEqualTo(3);
    }

    @Test
    void a_range_of_which_nothing_can_be_sent_for_a_time_is_left_to_others() {
        stored("d-1", null);
        broker.fails("d-1");
        OutboxRelay patient = relay();
        pass(patient);
        pass(patient);
        assertThat(held()).hasSize(2);
        OutboxRelay relay = impatient();

        assertThat(pass(relay)).isZero();
        assertThat(held()).hasSize(2);
        assertThat(pass(relay)).isZero();

        assertThat(held()).hasSize(1);
        assertThat(pending()).containsExactly("d-1");
    }

    @Test
    void only_failures_without_a_success_between_them_cost_a_range() {
        OutboxRelay relay = impatient();
        stored("d-1", null);
        broker.fails("d-1");
        pass(relay);
        broker.works();
        assertThat(pass(relay)).isEqualTo(1);
        stored("d-2", null);
        broker.fails("d-2");

        pass(relay);

        assertThat(held()).hasSize(2);
    }

    @Test
    void a_time_in_which_nothing_waited_costs_no_range() {
        OutboxRelay relay = impatient();
        stored("d-1", null);
        broker.fails("d-1");
        pass(relay);
        documents.delete(OWNER, "outbox:d-1", null).block(TIMEOUT);
        pass(relay);
        pass(relay);
        stored("d-2", null);
        broker.fails("d-2");

        pass(relay);

        assertThat(held()).hasSize(2);
    }

    @Test
    void a_range_that_came_back_is_not_left_for_failures_before_it_was_lost() {
        OutboxRelay relay = impatient();
        stored("d-1", null);
        broker.fails("d-1");
        pass(relay);
        assertThat(figures.waiting()).isEqualTo(1);
        clock.addAndGet(LEASE.toNanos());
        assertThat(relay.run().block(TIMEOUT)).isZero();
        assertThat(figures.waiting()).isZero();

        pass(relay);

        assertThat(broker.calls).hasValue(2);
        assertThat(held()).hasSize(2);
    }

    @Test
    void a_pass_waits_for_room_in_the_queue() {
        stored("d-1", null);
        Admission others = dispatcher.admit(ROOM);
        CompletableFuture<Long> pass = begun(relay());
        await().atMost(TIMEOUT).until(() -> refused() > 0);

        others.close();

        assertThat(pass.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo(1);
        assertThat(dispatcher.status().queued()).isZero();
    }

    @Test
    void a_pass_waits_for_room_no_longer_than_it_has_the_lease() {
        stored("d-1", null);
        try (Admission others = dispatcher.admit(ROOM)) {
            CompletableFuture<Long> pass = begun(relay());
            await().atMost(TIMEOUT).until(() -> refused() > 0);

            clock.addAndGet(LEASE.toNanos());

            assertThat(pass.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join())
                    .isZero();
        }
        assertThat(pending()).containsExactly("d-1");
    }

    @Test
    void a_full_queue_costs_a_range_too() {
        stored("d-1", null);
        try (Admission others = dispatcher.admit(ROOM)) {
            CompletableFuture<Long> pass = begun(impatient());

            await().atMost(TIMEOUT).until(() -> held().size() == 1);

            assertThat(pass.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join())
                    .isZero();
        }
    }

    @Test
    void a_drained_instance_sends_nothing_and_keeps_its_ranges_until_it_releases_them() {
        stored("d-1", null);
        dispatcher.disable();
        OutboxRelay relay = impatient();

        assertThat(pass(relay)).isZero();
        assertThat(pass(relay)).isZero();

        assertThat(held()).hasSize(2);
        assertThat(pending()).containsExactly("d-1");
    }

    @Test
    void what_is_being_sent_is_not_sent_once_more() {
        stored("d-1", null);
        Sinks.Empty<Void> gate = Sinks.empty();
        broker.answer = delivery -> gate.asMono();
        OutboxRelay relay = relay();
        CompletableFuture<Long> first = begun(relay);
        await().atMost(TIMEOUT).until(() -> broker.calls.get() == 1);

        assertThat(pass(relay)).isZero();

        gate.tryEmitEmpty();
        assertThat(first.join()).isEqualTo(1);
        assertThat(broker.calls).hasValue(1);
        assertThat(dispatcher.status().queued()).isZero();
    }

    @Test
    void no_more_outboxes_are_sent_at_once_than_the_settings_say() {
        for (int n = 0; n < 8; n++) {
            stored("d-" + n, null);
        }
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        broker.answer = delivery -> Mono.fromRunnable(() -> most.accumulateAndGet(now.incrementAndGet(), Math::max))
                .then(Mono.delay(Duration.ofMillis(20)))
                .then(Mono.fromRunnable(now::decrementAndGet));

        // Half of them for each of the two ranges.
        assertThat(pass(relay(Duration.ZERO, LEASE, LEASE, 100, 2))).isEqualTo(8);

        assertThat(most).hasValue(1);
    }

    @Test
    void a_sink_that_has_the_events_does_not_get_them_again_and_any_instance_may_send_the_rest() {
        try (BoundedDispatcher two = dispatcher(broker, messageLog)) {
            OutboxSender both = new OutboxSender(two, deliveries, instances);
            OutboxRelay relay = relay(both, Duration.ZERO, LEASE, LEASE, 100, 4);
            stored("d-1", instances.self());
            messageLog.fails("d-1");

            assertThat(pass(relay)).isZero();

            JsonNode left = document("d-1");
            assertThat(left.at("/outbox/confirmed").toString()).isEqualTo("[\"broker\"]");
            assertThat(left.at("/outbox/instance").isNull()).isTrue();
            assertThat(pass(relay)).isZero();
            // Nothing new is known, so nothing is written.
            assertThat(document("d-1").get("_etag")).isEqualTo(left.get("_etag"));
            messageLog.works();
            assertThat(pass(relay)).isEqualTo(1);
            assertThat(broker.written).containsExactly("d-1:1", "d-1:2");
            assertThat(messageLog.written).containsExactly("d-1:1", "d-1:2");
            assertThat(pending()).isEmpty();
        }
    }

    @Test
    void what_is_accepted_is_sent_by_its_instance_before_that_is_drained() {
        Sinks.Empty<Void> gate = Sinks.empty();
        broker.answer = delivery -> gate.asMono();
        Outbox outbox = Outbox.pending(Instant.now(), "d-1-" + UUID.randomUUID(), Map.of(), events("d-1"));
        Map<String, Object> delivery = Map.of("id", outbox.deliveryId(), "ownerId", OWNER);

        assertThat(sender.accept(delivery, OWNER, outbox, sender.admit(2)).block(TIMEOUT))
                .isTrue();
        try (Admission second = sender.admit(2)) {
            assertThat(sender.accept(delivery, OWNER, outbox, second).block(TIMEOUT))
                    .isFalse();
        }

        assertThat(document(outbox.deliveryId()).at("/outbox/instance").asString())
                .isEqualTo(instances.self());
        CompletableFuture<Void> drained = sender.drained().toFuture();
        assertThat(drained).isNotDone();
        gate.tryEmitEmpty();
        drained.join();
        assertThat(pending()).isEmpty();
        assertThat(broker.written).hasSize(2);
    }

    private BoundedDispatcher dispatcher(DispatchSink... sinks) {
        DispatchProperties.Retry once = new DispatchProperties.Retry(1, Duration.ofMillis(1), Duration.ofMillis(1));
        return new BoundedDispatcher(
                List.of(sinks),
                new DispatchProperties(List.of(SinkKind.BROKER), ROOM, ROOM, 1, Duration.ofMinutes(2), once),
                meters);
    }

    private OutboxRelay relay() {
        return relay(Duration.ZERO, LEASE, LEASE, 100);
    }

    private OutboxRelay impatient() {
        return relay(Duration.ZERO, LEASE, AT_THE_SECOND_FAILURE, 100);
    }

    private OutboxRelay relay(Duration olderThan, Duration abandonedAfter, Duration giveUpAfter, int pageSize) {
        return relay(olderThan, abandonedAfter, giveUpAfter, pageSize, 4);
    }

    private OutboxRelay relay(
            Duration olderThan, Duration abandonedAfter, Duration giveUpAfter, int pageSize, int atOnce) {
        return relay(sender, olderThan, abandonedAfter, giveUpAfter, pageSize, atOnce);
    }

    private OutboxRelay relay(
            OutboxSender through,
            Duration olderThan,
            Duration abandonedAfter,
            Duration giveUpAfter,
            int pageSize,
            int atOnce) {
        OutboxProperties properties =
                new OutboxProperties(LEASE, olderThan, abandonedAfter, pageSize, atOnce, giveUpAfter);
        return new OutboxConfiguration().outboxRelay(deliveries, through, leases, instances, properties, figures, JSON);
    }

    private long pass(OutboxRelay relay) {
        return begun(relay).join();
    }

    private CompletableFuture<Long> begun(OutboxRelay relay) {
        LeaseRuns.share(leases);
        clock.addAndGet(LATER.toNanos());
        return relay.run().toFuture();
    }

    private List<String> held() {
        return leases.all().stream().map(Lease::name).toList();
    }

    private double refused() {
        return meters.get("messaging.dispatch.refused").functionCounter().count();
    }

    /** @param instance that sends the events; null for any */
    private void stored(String delivery, @Nullable String instance) {
        ObjectNode outbox = outbox(delivery);
        if (instance != null) {
            ((ObjectNode) outbox.get("outbox")).put("instance", instance);
        }
        assertThat(documents.create(outbox).block(TIMEOUT)).isTrue();
    }

    private static ObjectNode outbox(String delivery) {
        ObjectNode document = JSON.createObjectNode()
                .put("id", "outbox:" + delivery)
                .put("ownerId", OWNER)
                .put("type", "outbox");
        document.set(
                "outbox",
                JSON.<JsonNode>valueToTree(Outbox.pending(Instant.now(), delivery, Map.of(), events(delivery))));
        return document;
    }

    private static List<StoredEvent> events(String delivery) {
        List<StoredEvent> events = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            events.add(new StoredEvent("requests", delivery + ":" + number, "Requested", 1, JSON.createObjectNode()));
        }
        return events;
    }

    private Set<String> pending() {
        return documents
                .everywhere(DocumentQuery.of(
                        "test-pending", "SELECT c.outbox.deliveryId FROM c WHERE c.outbox.status = 'pending'"))
                .map(found -> found.get("deliveryId").asString())
                .toStream()
                .collect(Collectors.toSet());
    }

    private String reason(String delivery) {
        return document(delivery).at("/outbox/reason").asString();
    }

    private JsonNode document(String delivery) {
        return documents
                .read(OWNER, "outbox:" + delivery, JsonNode.class)
                .block(TIMEOUT)
                .value();
    }
}
